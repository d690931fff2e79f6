import { useMemo, useSyncExternalStore } from 'react';
import { addDays, type CalendarDay } from '#src/domain/calendar-day.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { planCalendar, type CalendarPlan } from './plan.ts';

/** What the calendar shows of these days, live. */
export function useCalendar(first: CalendarDay, last: CalendarDay): CalendarPlan {
  const replica = useReplica();
  const zone = useTimeZone();
  const calendar = useMemo(() => new Calendar(replica, first, last, zone), [replica, first, last, zone]);
  return useSyncExternalStore(calendar.subscribe, calendar.get);
}

/** Some days, planned anew when they are asked for after a change. */
class Calendar {
  readonly #replica: Replica;
  readonly #first: CalendarDay;
  readonly #last: CalendarDay;
  readonly #zone: string;
  #plan: CalendarPlan | null = null;
  /** The lists of its days as they were planned. */
  #lists: readonly unknown[] = [];

  constructor(replica: Replica, first: CalendarDay, last: CalendarDay, zone: string) {
    this.#replica = replica;
    this.#first = first;
    this.#last = last;
    this.#zone = zone;
  }

  readonly get = (): CalendarPlan => {
    if (this.#plan) return this.#plan;
    this.#lists = this.#listsNow();
    this.#plan = planCalendar(this.#replica, this.#first, this.#last, this.#zone);
    return this.#plan;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    // They may have changed since they were planned.
    if (this.#listsNow().some((list, index) => list !== this.#lists[index])) this.#plan = null;
    const change = () => {
      this.#plan = null;
      listener();
    };
    // A rule, and what has no date, are no part of the lists of days.
    const stops = (['every-task', 'collections'] as const).map((topic) =>
      this.#replica.subscribe(topic, change),
    );
    return () => stops.forEach((stop) => stop());
  };

  #listsNow(): readonly unknown[] {
    const lists: unknown[] = [];
    const end = addDays(this.#last, 1);
    for (let day = addDays(this.#first, -1); day <= end; day = addDays(day, 1)) {
      lists.push(this.#replica.lists.onDay(day));
      if (day === end) break;
    }
    return lists;
  }
}
