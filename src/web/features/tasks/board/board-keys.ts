import type { KeyboardEvent } from 'react';
import { focusedRow } from '#src/web/focus/row-focus.ts';
import { commanding } from '#src/web/focus/shortcut-keys.ts';
import { shortcutsAreOn } from '#src/web/focus/shortcuts-switch.ts';
import { rowsIn } from './card-focus.ts';
import type { BoardMoves } from './use-board-moves.ts';

/**
 * Handles a key on a card: with Alt it moves the card, within its column or to the next one; without, it moves the focus from card to card.
 * Returns true if the key was handled.
 */
export function keyDown(event: KeyboardEvent, board: HTMLElement, moves: BoardMoves): boolean {
  const row = focusedRow();
  const column = row?.closest<HTMLElement>('section');
  const from = column?.dataset['section'];
  if (!row || !column || from === undefined || !board.contains(row)) return false;
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (ctrlKey || metaKey || shiftKey) return false;
  const sign = getComputedStyle(board).direction === 'rtl' ? -1 : 1;
  const [down, aside] = [
    { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[key] ?? 0,
    ({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0) * sign,
  ];
  if (down === 0 && aside === 0) return false;
  if (altKey) {
    if (key.length === 1) return false;
    const id = row.dataset['task'] ?? '';
    if (down === 0) moves.aside(id, from, aside);
    else moves.step(id, from, down);
    return true;
  }
  if (!shortcutsAreOn() && !commanding.isOn) return false;
  if (down === 0) focusBeside(board, column, row, aside);
  else focusCardAt(rowsIn(column)[rowsIn(column).indexOf(row) + down]);
  return true;
}

/** Moves the focus to the nearest card of another column, or to that column's add button if it is empty. */
function focusBeside(board: HTMLElement, column: HTMLElement, row: HTMLElement, aside: number): void {
  const columns = [...board.querySelectorAll<HTMLElement>('section')];
  const other = columns[columns.indexOf(column) + aside];
  if (!other) return;
  const top = row.getBoundingClientRect().top;
  const distanceTo = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().top - top);
  const [nearest] = rowsIn(other).toSorted((a, b) => distanceTo(a) - distanceTo(b));
  focusCardAt(nearest ?? [...other.querySelectorAll('button')].at(-1));
}

function focusCardAt(element: HTMLElement | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
