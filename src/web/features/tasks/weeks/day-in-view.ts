import { parseCalendarDay, type CalendarDay } from '#src/domain/calendar-day.ts';
import { scrollerOf } from '#src/web/ui/page/scroller.ts';

/** A jump is right after a few frames, as days come into the document and are measured. */
const MOST_FRAMES = 30;

/** The day whose heading, or whose tasks, stand at the top of what is seen of a list. */
export function dayInView(list: HTMLElement): CalendarDay | null {
  const top = topOf(list) + 1;
  const sections = sectionsOf(list);
  const shown = sections.find((section) => section.getBoundingClientRect().bottom > top) ?? sections.at(-1);
  return parseCalendarDay(shown?.dataset['section'] ?? '');
}

/**
 * Scrolls a list until a day of it stands at the top, as long as that is wanted. Only its days near the window are in the document, so it
 * comes nearer in steps.
 */
export async function scrollToDay(
  list: HTMLElement,
  days: readonly CalendarDay[],
  day: CalendarDay,
  isWanted: () => boolean,
): Promise<void> {
  for (let frame = 0; frame < MOST_FRAMES && isWanted(); frame++) {
    const distance = distanceTo(list, days, day);
    const scroller = scrollerOf(list);
    const before = scroller.scrollTop;
    if (Math.abs(distance) >= 1) scroller.scrollBy({ top: distance, behavior: 'instant' });
    const isThere = Math.abs(distance) < 1 || (scroller.scrollTop === before && isIn(list, day));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    // This looks once more, when what came into the document has been measured.
    if (isThere && Math.abs(distanceTo(list, days, day)) < 1) return;
    if (isThere && scroller.scrollTop === before) return;
  }
}

/** How far down the day is from where it shall stand, px; of one that is not in the document, as it is likely to be. */
function distanceTo(list: HTMLElement, days: readonly CalendarDay[], day: CalendarDay): number {
  const sections = sectionsOf(list);
  const section = sections.find((each) => each.dataset['section'] === day);
  if (section) return section.getBoundingClientRect().top - topOf(list);
  const [first, last] = [sections[0], sections.at(-1)];
  if (!first || !last) return 0;
  const isAbove = day < (first.dataset['section'] ?? '');
  const nearest = isAbove ? first : last;
  const count = days.indexOf(day) - days.indexOf(nearest.dataset['section'] as CalendarDay);
  const height = (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / sections.length;
  return nearest.getBoundingClientRect().top - topOf(list) + count * height;
}

function isIn(list: HTMLElement, day: CalendarDay): boolean {
  return sectionsOf(list).some((section) => section.dataset['section'] === day);
}

function sectionsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('section[data-section]')];
}

/** Where what lies over the list ends, px in the window. */
function topOf(list: HTMLElement): number {
  const bar = list.querySelector<HTMLElement>('[role="toolbar"]');
  const header = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0;
  return header + (bar?.offsetHeight ?? 0);
}
