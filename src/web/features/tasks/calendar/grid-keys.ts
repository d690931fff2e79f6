import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { addMonths } from '#src/domain/time/add-months.ts';
import { startOfWeek } from '#src/domain/time/weeks/week.ts';

export type CalendarView = 'month' | 'week';

/** The day that a key leads to from `day` in a grid; null for other keys. In a week, up and down lead to no day. */
export function dayByKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  day: CalendarDay,
  view: CalendarView,
  firstDay: number,
  isRightToLeft: boolean,
): CalendarDay | null {
  const on = isRightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return addDays(day, on);
    case 'ArrowLeft':
      return addDays(day, -on);
    case 'ArrowDown':
      return view === 'month' ? addDays(day, 7) : null;
    case 'ArrowUp':
      return view === 'month' ? addDays(day, -7) : null;
    case 'Home':
      return startOfWeek(day, firstDay);
    case 'End':
      return addDays(startOfWeek(day, firstDay), 6);
    case 'PageDown':
      return step(day, view, shiftKey ? 12 : 1);
    case 'PageUp':
      return step(day, view, shiftKey ? -12 : -1);
    default:
      return null;
  }
}

/** The day `count` months later in the month view, `count` weeks later in the week view. */
export function step(day: CalendarDay, view: CalendarView, count: number): CalendarDay {
  return view === 'month' ? (addMonths(day, count) ?? day) : addDays(day, count * 7);
}
