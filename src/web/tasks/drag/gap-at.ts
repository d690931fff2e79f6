import { keyOf, type Section } from '#src/web/tasks/list/list-plan.ts';
import type { Gap } from './drop-spot.ts';

/** The rows of lists and of the sub-tasks on a task's page; not those that fade. */
export const ROW = 'li[data-task], li[data-sub-task]';

export function idOf(row: HTMLElement): string {
  return row.dataset['task'] ?? row.dataset['subTask'] ?? '';
}

/** What is in no section of a collection where each task is in one. */
const NO_SECTION: Section = { day: null, sectionId: null, ids: [] };

/** The gap between rows that is nearest to `y`, and where it lies; both px in the window. Null for a list that is gone. */
export function gapAt(
  list: HTMLElement,
  sections: readonly Section[],
  y: number,
): (Gap & { y: number }) | null {
  const parts = [...list.querySelectorAll<HTMLElement>('section')].map(partOf);
  if (parts.length === 0) parts.push({ ...partOf(list), key: '' });
  const [first] = parts;
  const part = parts.findLast(({ begin }) => begin <= y);
  if (!part && first && sections[0]?.sectionId && keyOf(sections[0]) === first.key)
    return { section: NO_SECTION, index: 0, y: first.top };
  const { key, rows, bottom } = part ?? first ?? partOf(list);
  const section = sections.find((each) => keyOf(each) === key);
  if (!section) return null;
  const below = rows.find(({ middle }) => y < middle);
  if (below) return { section, index: section.ids.indexOf(below.id), y: below.top };
  const last = rows.at(-1);
  return { section, index: last ? section.ids.indexOf(last.id) + 1 : 0, y: last?.bottom ?? bottom };
}

/** What is in the document of one section. From `begin` on, the pointer is in it, and not in the one above. */
function partOf(element: HTMLElement) {
  const { top, bottom } = element.getBoundingClientRect();
  const rows = [...element.querySelectorAll<HTMLElement>(ROW)].map((row) => {
    const rect = row.getBoundingClientRect();
    return { id: idOf(row), top: rect.top, bottom: rect.bottom, middle: (rect.top + rect.bottom) / 2 };
  });
  return { key: element.dataset['section'], top, bottom, rows, begin: (top + (rows[0]?.top ?? bottom)) / 2 };
}
