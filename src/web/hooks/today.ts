import { useEffect } from 'react';
import { calendarDayAt, type CalendarDay } from '#src/domain/calendar-day.ts';
import { useReplica } from './replica-context.ts';
import { createStore, useStore } from './store.ts';

/** Looked at this often at least, ms: a changed time zone or a laptop's sleep announces itself by no event. */
const CHECK_EVERY = 60_000;

const today = createStore<CalendarDay>(calendarDayAt(Date.now()));

/** The user's local day, as it passes. */
export function useToday(): CalendarDay {
  return useStore(today);
}

/** Keeps the day, and the views of the Replica, with the user's clock and time zone. Once, for the whole app. */
export function useTodayClock(): void {
  const replica = useReplica();
  useEffect(() => {
    let timer: number;
    let zone = timeZone();
    const check = () => {
      const now = Date.now();
      today.set(calendarDayAt(now));
      replica.setToday(today.get());
      if (timeZone() !== zone) replica.changeTimeZone();
      zone = timeZone();
      clearTimeout(timer);
      timer = window.setTimeout(check, Math.min(untilMidnight(now), CHECK_EVERY));
    };
    check();
    document.addEventListener('visibilitychange', check);
    window.addEventListener('focus', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('focus', check);
    };
  }, [replica]);
}

/** The device's, as an IANA name. */
function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Milliseconds from `now` until the local day ends; a little more, since timers may fire early. */
function untilMidnight(now: number): number {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return midnight.getTime() - now + 20;
}
