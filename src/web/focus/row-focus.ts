import { hasOpenDialog } from './dialogs.ts';

/** The row of a task in a list. */
const ROW = 'main li[data-task]';

/** A list. Rows far from the window are not in the document; padding takes their place. */
const LIST = '[data-list]';

/** A move that waits for rows to enter the document: `steps` rows down from `row`, or up when negative. */
let waiting: { readonly row: HTMLElement; steps: number } | null = null;

/** The row with the focus, on itself or within. */
export function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROW) ?? null;
}

/** The row of a task, if the page shows it. */
export function rowOf(id: string): HTMLElement | undefined {
  return rowsInDocument().find((row) => row.dataset['task'] === id);
}

/** Focuses a task's row, if the page shows it and no dialog is above it. */
export function focusTask(id: string): void {
  if (!hasOpenDialog()) focusRow(rowOf(id));
}

/**
 * Moves the focus `steps` rows down, or up when negative; from outside the lists, to the first row in view.
 * False at the end.
 */
export function moveRowFocus(steps: number): boolean {
  const row = focusedRow();
  if (!row) return focusRow(firstInView());
  if (waiting?.row !== row) return moveFrom(row, steps);
  waiting.steps += steps;
  return true;
}

/** Presses the button of a row with this `data-control`. False without one. */
export function pressInRow(row: HTMLElement | null, control: string): boolean {
  const button = row?.querySelector<HTMLElement>(`[data-control="${control}"]`);
  button?.click();
  return button instanceof HTMLElement;
}

function rowsInDocument(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROW)];
}

function firstInView(): HTMLElement | undefined {
  // Below the header, which covers the top.
  const top = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0;
  const rows = rowsInDocument();
  return rows.find((row) => row.getBoundingClientRect().top >= top) ?? rows.at(-1);
}

function focusRow(row: HTMLElement | undefined): boolean {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
  return row !== undefined;
}

function moveFrom(row: HTMLElement, steps: number): boolean {
  const rows = rowsInDocument();
  const from = rows.indexOf(row);
  const to = Math.min(Math.max(from + steps, 0), rows.length - 1);
  const reached = rows[to];
  const left = steps - (to - from);
  if (to !== from) focusRow(reached);
  if (left === 0 || !reached) return true;
  return scrollForMore(reached, left) || to !== from;
}

/**
 * At the last row in the document: scrolls on, and continues when more rows have come. False when there are
 * no more.
 */
function scrollForMore(row: HTMLElement, steps: number): boolean {
  const list = row.closest(LIST);
  if (!list) return false;
  const { paddingBlockStart: above, paddingBlockEnd: below } = getComputedStyle(list);
  if (parseFloat(steps > 0 ? below : above) === 0) return false;
  const move = { row, steps };
  waiting = move;
  const observer = new MutationObserver(() => {
    const isWanted = document.activeElement === row;
    const hasMore = rowsInDocument().at(steps > 0 ? -1 : 0) !== row;
    if (isWanted && !hasMore) return;
    observer.disconnect();
    waiting = null;
    if (isWanted) moveFrom(row, move.steps);
  });
  observer.observe(list, { childList: true, subtree: true });
  row.scrollIntoView({ block: steps > 0 ? 'start' : 'end' });
  return true;
}
