import { keyOf, type Section } from '#src/web/tasks/list/list-plan.ts';
import type { Gap } from './drop-spot.ts';

/** The rows of lists and of the sub-tasks on a task's page; not those that fade. */
export const ROW = 'li[data-task], li[data-sub-task]';

export function idOf(row: HTMLElement): string {
  return row.dataset['task'] ?? row.dataset['subTask'] ?? '';
}

/** What is in no section of a collection where each task is in one. */
const NO_SECTION: Section = { day: null, sectionId: null, ids: [] };

/** A gap, and where in the window it lies, px. */
export interface GapPlace extends Gap {
  readonly y: number;
  readonly left: number;
  readonly width: number;
}

/** The gap between rows that is nearest to a point of the window, px, in the column there. Null for a list that is gone. */
export function gapAt(
  list: HTMLElement,
  sections: readonly Section[],
  x: number,
  y: number,
): GapPlace | null {
  const parts = columnAt([...list.querySelectorAll<HTMLElement>('section')].map(partOf), x);
  if (parts.length === 0) parts.push({ ...partOf(list), key: '' });
  const [first] = parts;
  const part = parts.findLast(({ begin }) => begin <= y);
  if (!part && first && sections[0]?.sectionId && keyOf(sections[0]) === first.key)
    return { section: NO_SECTION, index: 0, y: first.top, left: first.left, width: first.width };
  const { key, rows, bottom, left, width } = part ?? first ?? partOf(list);
  const section = sections.find((each) => keyOf(each) === key);
  if (!section) return null;
  const below = rows.find(({ middle }) => y < middle);
  if (below) return { section, index: section.ids.indexOf(below.id), y: below.top, left, width };
  const last = rows.at(-1);
  const index = last ? section.ids.indexOf(last.id) + 1 : 0;
  return { section, index, y: last?.bottom ?? bottom, left, width };
}

/** Those of the parts beside each other that are at `x`, or nearest to it. */
function columnAt(parts: readonly Part[], x: number): Part[] {
  const distanceTo = ({ left, width }: Part) => Math.max(left - x, x - left - width, 0);
  const nearest = Math.min(...parts.map(distanceTo));
  return parts.filter((part) => distanceTo(part) === nearest);
}

type Part = ReturnType<typeof partOf>;

/** What is in the document of one section. From `begin` on, the pointer is in it, and not in the one above. */
function partOf(element: HTMLElement) {
  const { top, left, width } = element.getBoundingClientRect();
  // A column goes on below its rows.
  const { bottom } = (element.querySelector('[data-list]') ?? element).getBoundingClientRect();
  const rows = [...element.querySelectorAll<HTMLElement>(ROW)].map((row) => {
    const rect = row.getBoundingClientRect();
    return { id: idOf(row), top: rect.top, bottom: rect.bottom, middle: (rect.top + rect.bottom) / 2 };
  });
  const key = element.dataset['section'];
  return { key, top, bottom, left, width, rows, begin: (top + (rows[0]?.top ?? bottom)) / 2 };
}
