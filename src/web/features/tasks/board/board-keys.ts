import type { KeyboardEvent } from 'react';
import { ON_BOARD } from '#src/web/focus/commands/board.ts';
import { runCommand } from '#src/web/focus/commands/part-command.ts';
import { DOWN, NEXT, PREVIOUS, UP } from '#src/web/focus/commands/shared.ts';
import { focusedRow } from '#src/web/focus/row-focus.ts';
import { commanding } from '#src/web/focus/shortcut-keys.ts';
import { shortcutsAreOn } from '#src/web/focus/shortcuts-switch.ts';
import { rowsIn } from './card-focus.ts';
import type { BoardMoves } from './use-board-moves.ts';

const COMMANDS = [...ON_BOARD, NEXT, PREVIOUS, UP, DOWN] as const;

/**
 * Runs the command of a key on a card: with Alt it moves the card, within its column or to the next one; without, it moves the focus from card to card.
 * Returns true if it did something.
 */
export function runOnCard(event: KeyboardEvent, board: HTMLElement, moves: BoardMoves): boolean {
  const row = focusedRow();
  const column = row?.closest<HTMLElement>('section');
  const from = column?.dataset['section'];
  if (!row || !column || from === undefined || !board.contains(row)) return false;
  const id = row.dataset['task'] ?? '';
  const toRight = getComputedStyle(board).direction === 'rtl' ? -1 : 1;
  const focusIn = (steps: number) => () =>
    bySingleKey(() => focusCardAt(rowsIn(column)[rowsIn(column).indexOf(row) + steps]));
  return runCommand(event, COMMANDS, {
    next: focusIn(1),
    previous: focusIn(-1),
    column: (columns) => bySingleKey(() => focusBeside(board, column, row, columns * toRight)),
    up: () => moves.step(id, from, -1),
    down: () => moves.step(id, from, 1),
    'to-next-column': () => moves.aside(id, from, toRight),
    'to-previous-column': () => moves.aside(id, from, -toRight),
  });
}

/** Does nothing while single keys are switched off. */
function bySingleKey(run: () => void): boolean {
  const isOn = shortcutsAreOn() || commanding.isOn;
  if (isOn) run();
  return isOn;
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
