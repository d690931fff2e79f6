import { useEffect } from 'react';
import { calendarDayAt, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { useReplica } from './replica-context.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

/**
 * The longest interval of checks in ms: no event announces a changed time zone or the end of a laptop's
 * sleep.
 */
const CHECK_EVERY = 60_000;

const today = createStore<CalendarDay>(calendarDayAt(Date.now()));

const zone = createStore<string>(currentZone());

/** The user's local day, followed past midnight. */
export function useToday(): CalendarDay {
  return useStore(today);
}

/**
 * The device's time zone, as an IANA name. Components pass it to the formatters of instants: a formatter's
 * own default would keep the old zone when the user travels.
 */
export function useTimeZone(): string {
  return useStore(zone);
}

/**
 * Keeps the day, the zone and the Replica's views in line with the device. One component uses it, for the
 * whole app.
 */
export function useTodayClock(): void {
  const replica = useReplica();
  useEffect(() => {
    let timer: number;
    const check = () => {
      const now = Date.now();
      today.set(calendarDayAt(now));
      replica.setToday(today.get());
      zone.set(currentZone());
      clearTimeout(timer);
      timer = window.setTimeout(check, Math.min(untilMidnight(now), CHECK_EVERY));
    };
    const stopFollowing = zone.subscribe(() => replica.changeTimeZone());
    check();
    document.addEventListener('visibilitychange', check);
    window.addEventListener('focus', check);
    return () => {
      clearTimeout(timer);
      stopFollowing();
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('focus', check);
    };
  }, [replica]);
}

function currentZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * The milliseconds from `now` to the end of the local day, and a little more, since timers may fire early.
 */
function untilMidnight(now: number): number {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return midnight.getTime() - now + 20;
}
