import { useEffect } from 'react';
import { calendarDayAt, type CalendarDay } from '#src/domain/calendar-day.ts';
import { useReplica } from './replica-context.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

/** Looked at this often at least, ms: a changed time zone or a laptop's sleep announces itself by no event. */
const CHECK_EVERY = 60_000;

const today = createStore<CalendarDay>(calendarDayAt(Date.now()));

const zone = createStore<string>(currentZone());

/** The user's local day, as it passes. */
export function useToday(): CalendarDay {
  return useStore(today);
}

/**
 * The device's time zone, as an IANA name. What shows an instant formats it in this one: by itself it would go on as it was
 * when the user travels.
 */
export function useTimeZone(): string {
  return useStore(zone);
}

/** Keeps the day, the zone, and the views of the Replica, with the device. Once, for the whole app. */
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

/** Milliseconds from `now` until the local day ends; a little more, since timers may fire early. */
function untilMidnight(now: number): number {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return midnight.getTime() - now + 20;
}
