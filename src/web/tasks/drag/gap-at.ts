import { keyOf, type Section } from '#src/web/tasks/list/list-plan.ts';
import type { Gap } from './drop-spot.ts';

/** The rows of lists and of the sub-tasks on a task's page, without fading rows. */
export const ROW = 'li[data-task], li[data-sub-task]';

export function idOf(row: HTMLElement): string {
  return row.dataset['task'] ?? row.dataset['subTask'] ?? '';
}

/** The part of a collection outside its sections. */
const NO_SECTION: Section = { day: null, sectionId: null, ids: [] };

/** A gap, and its place in the window, px. */
export interface GapPlace extends Gap {
  readonly y: number;
  readonly left: number;
  readonly width: number;
}

/** The gap nearest to a point of the window, px, within its column. Null if the list has left the page. */
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

/** The sections side by side at `x`, or the nearest ones. */
function columnAt(parts: readonly Part[], x: number): Part[] {
  const distanceTo = ({ left, width }: Part) => Math.max(left - x, x - left - width, 0);
  const nearest = Math.min(...parts.map(distanceTo));
  return parts.filter((part) => distanceTo(part) === nearest);
}

type Part = ReturnType<typeof partOf>;

/**
 * The place of one section in the document. From `begin` on, the pointer counts as in this section instead of
 * the one above.
 */
function partOf(element: HTMLElement) {
  const { top, left, width } = element.getBoundingClientRect();
  // A column continues below its rows.
  const { bottom } = (element.querySelector('[data-list]') ?? element).getBoundingClientRect();
  const rows = [...element.querySelectorAll<HTMLElement>(ROW)].map((row) => {
    const rect = row.getBoundingClientRect();
    return { id: idOf(row), top: rect.top, bottom: rect.bottom, middle: (rect.top + rect.bottom) / 2 };
  });
  const key = element.dataset['section'];
  return { key, top, bottom, left, width, rows, begin: (top + (rows[0]?.top ?? bottom)) / 2 };
}
