import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { createStore } from '#src/web/platform/store.ts';
import type { CalendarView } from './grid-keys.ts';

/** What the calendar showed last in this tab: whoever comes back finds it so. Null: the day of today. */
export const shownCalendar = createStore<{ readonly view: CalendarView; readonly day: CalendarDay | null }>({
  view: 'month',
  day: null,
});
