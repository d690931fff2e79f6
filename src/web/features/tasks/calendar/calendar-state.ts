import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { createStore } from '#src/web/platform/store.ts';
import type { CalendarView } from './grid-keys.ts';

/** The view and the day that the calendar showed last in this tab, for the way back to it. A null day means today. */
export const shownCalendar = createStore<{ readonly view: CalendarView; readonly day: CalendarDay | null }>({
  view: 'month',
  day: null,
});
