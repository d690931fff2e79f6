import { useMemo, useSyncExternalStore } from 'react';
import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import type { CalendarList } from './calendar-list.ts';
import { listsOfDays, planCalendar, type CalendarPlan } from './plan.ts';

/** What the calendar shows of these days, live: of a list, or of all tasks. */
export function useCalendar(list: CalendarList | null, first: CalendarDay, last: CalendarDay): CalendarPlan {
  const replica = useReplica();
  const zone = useTimeZone();
  const calendar = useMemo(
    () => new Calendar(replica, list, first, last, zone),
    [replica, list, first, last, zone],
  );
  return useSyncExternalStore(calendar.subscribe, calendar.get);
}

/** Some days, planned anew when they are asked for after a change. */
class Calendar {
  readonly #replica: Replica;
  readonly #list: CalendarList | null;
  readonly #first: CalendarDay;
  readonly #last: CalendarDay;
  readonly #zone: string;
  #plan: CalendarPlan | null = null;
  /** The lists of its days as they were planned. */
  #lists: readonly unknown[] = [];

  constructor(
    replica: Replica,
    list: CalendarList | null,
    first: CalendarDay,
    last: CalendarDay,
    zone: string,
  ) {
    this.#replica = replica;
    this.#list = list;
    this.#first = first;
    this.#last = last;
    this.#zone = zone;
  }

  readonly get = (): CalendarPlan => {
    if (this.#plan) return this.#plan;
    this.#lists = this.#listsNow();
    this.#plan = planCalendar(this.#replica, this.#list, this.#first, this.#last, this.#zone);
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
    const topics = ['every-task', 'collections'] as const;
    // A filter may come to mean something else.
    const query = this.#list?.startsWith('query:') ? ([this.#list] as const) : [];
    const stops = [...topics, ...query].map((topic) => this.#replica.subscribe(topic, change));
    return () => stops.forEach((stop) => stop());
  };

  #listsNow(): readonly unknown[] {
    return listsOfDays(this.#replica.lists, this.#list, this.#first, this.#last);
  }
}
