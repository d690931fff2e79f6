import { hasOpenDialog } from '#src/web/focus/dialogs.ts';

/** The cards of a column that are in the document. */
export function rowsIn(column: Element): HTMLElement[] {
  return [...column.querySelectorAll<HTMLElement>('li[data-task]')];
}

/** Puts the focus on a card where it stands now, and shows it; where it is too far off to be in the document, on its column. */
export function focusCard(id: string, column: string): void {
  if (hasOpenDialog()) return;
  const section = document.querySelector<HTMLElement>(`[data-board] [data-section="${CSS.escape(column)}"]`);
  if (!section) return;
  section.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const card = rowsIn(section).find((row) => row.dataset['task'] === id);
  (card ?? section.querySelector<HTMLElement>('button'))?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
