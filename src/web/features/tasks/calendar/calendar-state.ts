import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { createStore } from '#src/web/platform/store.ts';
import type { CalendarView } from './grid-keys.ts';

interface ShownCalendar {
  readonly view: CalendarView;
  /** Null means today. */
  readonly day: CalendarDay | null;
  /** A day of the first week of the month view. Null means today. */
  readonly from: CalendarDay | null;
}

/** The last place of the calendar in this tab, for the way back to it. */
export const shownCalendar = createStore<ShownCalendar>({ view: 'month', day: null, from: null });

const FOLDED = 'sunglow.calendar-day-folded';

/** True while the column of the day is folded away. Each device has its own. */
export const dayFolded = createStore(deviceMemory.get(FOLDED) !== null);

export function foldDay(isFolded: boolean): void {
  dayFolded.set(isFolded);
  if (isFolded) deviceMemory.set(FOLDED, '1');
  else deviceMemory.forget(FOLDED);
}
