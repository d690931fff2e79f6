import { hasOpenDialog } from './dialogs.ts';

/** A task's row in a list. */
const ROW = 'main li[data-task]';

/** A list. Its rows that are far from the window are not in the document; its padding keeps their room. */
const LIST = '[data-list]';

/** A move that waits for rows to come into the document: from `row`, so many rows down, or up if negative. */
let waiting: { readonly row: HTMLElement; steps: number } | null = null;

/** The row that has the focus, or in which something has. */
export function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROW) ?? null;
}

/** The row of a task, if the page shows it. */
export function rowOf(id: string): HTMLElement | undefined {
  return rowsInDocument().find((row) => row.dataset['task'] === id);
}

/** Puts the focus on a task's row, unless the page does not show it, or a dialog lies above it. */
export function focusTask(id: string): void {
  if (!hasOpenDialog()) focusRow(rowOf(id));
}

/** Moves the focus so many rows down, or up if negative; from elsewhere, to the first row in view. False at the end. */
export function moveRowFocus(steps: number): boolean {
  const row = focusedRow();
  if (!row) return focusRow(firstInView());
  if (waiting?.row !== row) return moveFrom(row, steps);
  waiting.steps += steps;
  return true;
}

/** Presses the button of a row that says by `data-control` what it does. False when the row has none. */
export function pressInRow(row: HTMLElement | null, control: string): boolean {
  const button = row?.querySelector<HTMLElement>(`[data-control="${control}"]`);
  button?.click();
  return button instanceof HTMLElement;
}

function rowsInDocument(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROW)];
}

function firstInView(): HTMLElement | undefined {
  // The header lies above it.
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

/** Runs at the last row in the document: scrolls on, and moves on as soon as more have come. False when there are no more. */
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
