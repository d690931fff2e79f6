import { hasOpenDialog } from '#src/web/focus/dialogs.ts';

/** The cards of a column that are in the document. */
export function rowsIn(column: Element): HTMLElement[] {
  return [...column.querySelectorAll<HTMLElement>('li[data-task]')];
}

/** Focuses a card and scrolls to it. If the card is too far away to be in the document, its column gets the focus. */
export function focusCard(id: string, column: string): void {
  if (hasOpenDialog()) return;
  const section = document.querySelector<HTMLElement>(`[data-board] [data-section="${CSS.escape(column)}"]`);
  if (!section) return;
  section.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const card = rowsIn(section).find((row) => row.dataset['task'] === id);
  (card ?? section.querySelector<HTMLElement>('button'))?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
