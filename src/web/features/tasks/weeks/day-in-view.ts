import { parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { scrollerOf } from '#src/web/ui/page/scroller.ts';

/** The most frames of a jump. It takes a few, since days must come into the document and be measured. */
const MOST_FRAMES = 30;

/** The day at the top of the visible part of a list: its heading or its tasks are there. */
export function dayInView(list: HTMLElement): CalendarDay | null {
  const top = topOf(list) + 1;
  const sections = sectionsOf(list);
  const shown = sections.find((section) => section.getBoundingClientRect().bottom > top) ?? sections.at(-1);
  return parseCalendarDay(shown?.dataset['section'] ?? '');
}

/**
 * Scrolls a list until a day is at the top, as long as `isWanted` returns true. Only days near the window are in the document, so the list
 * gets there in steps.
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
    // The frame has measured the new days in the document, and that may have moved the day.
    if (isThere && Math.abs(distanceTo(list, days, day)) < 1) return;
    if (isThere && scroller.scrollTop === before) return;
  }
}

/** The distance from the top of the list down to a day, px. An estimate for a day that is not in the document. */
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

/** The lower edge of the bar where it sticks, px in the window: a jump to a day leaves the bar there. */
function topOf(list: HTMLElement): number {
  const bar = list.querySelector<HTMLElement>('[role="toolbar"]');
  return bar ? (parseFloat(getComputedStyle(bar).top) || 0) + bar.offsetHeight : 0;
}
