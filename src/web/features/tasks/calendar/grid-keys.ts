import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { addMonths } from '#src/domain/time/add-months.ts';
import type { TO_DAYS } from '#src/web/focus/commands/calendar.ts';
import { startOfWeek } from '#src/domain/time/weeks/week.ts';

export type CalendarView = 'month' | 'week';

/** The day that a command leads to from `day` in a grid; null for none. In a week, up and down lead to no day. */
export function dayByCommand(
  id: (typeof TO_DAYS)[number]['id'],
  by: 1 | -1,
  day: CalendarDay,
  view: CalendarView,
  firstDay: number,
  isRightToLeft: boolean,
): CalendarDay | null {
  switch (id) {
    case 'day':
      return addDays(day, isRightToLeft ? -by : by);
    case 'week':
      return view === 'month' ? addDays(day, 7 * by) : null;
    case 'week-end':
      return addDays(startOfWeek(day, firstDay), by === 1 ? 0 : 6);
    case 'page':
      return step(day, view, by);
    case 'pages':
      return step(day, view, 12 * by);
  }
}

/** The day `count` months later in the month view, `count` weeks later in the week view. */
export function step(day: CalendarDay, view: CalendarView, count: number): CalendarDay {
  return view === 'month' ? (addMonths(day, count) ?? day) : addDays(day, count * 7);
}
