import { useMemo, useSyncExternalStore } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import type { CalendarList } from './calendar-list.ts';
import { listsOfDays, planCalendar, readCalendar, type CalendarPlan, type CalendarSource } from './plan.ts';

interface Planned {
  readonly first: CalendarDay;
  readonly last: CalendarDay;
  /** The lists that the plan was made from. */
  readonly lists: readonly unknown[];
  readonly plan: CalendarPlan;
}

/** The plan of these days, live: of a list, or with null of all tasks. */
export function useCalendar(list: CalendarList | null, first: CalendarDay, last: CalendarDay): CalendarPlan {
  const replica = useReplica();
  const zone = useTimeZone();
  const calendar = useMemo(() => new Calendar(replica, list, zone), [replica, list, zone]);
  return useSyncExternalStore(calendar.subscribe, () => calendar.plan(first, last));
}

/** Keeps the last plan until a task changes, or until other days are asked for. */
class Calendar {
  readonly #replica: Replica;
  readonly #list: CalendarList | null;
  readonly #zone: string;
  #source: CalendarSource | null = null;
  #planned: Planned | null = null;

  constructor(replica: Replica, list: CalendarList | null, zone: string) {
    this.#replica = replica;
    this.#list = list;
    this.#zone = zone;
  }

  /** Returns the same object until the plan changes. */
  plan(first: CalendarDay, last: CalendarDay): CalendarPlan {
    if (this.#planned?.first === first && this.#planned.last === last) return this.#planned.plan;
    this.#source ??= readCalendar(this.#replica, this.#list, this.#zone);
    const plan = planCalendar(this.#source, first, last);
    this.#planned = { first, last, lists: this.#listsOf(first, last), plan };
    return plan;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const forget = () => {
      this.#source = null;
      this.#planned = null;
    };
    const planned = this.#planned;
    // The lists may have changed between planning and subscribing.
    if (planned && this.#listsOf(planned.first, planned.last).some((list, at) => list !== planned.lists[at]))
      forget();
    const change = () => {
      forget();
      listener();
    };
    // The lists of days do not change with a repeat rule, or with a task without a date.
    const topics = ['every-task', 'collections'] as const;
    // The query of a filter may change.
    const query = this.#list?.startsWith('query:') ? ([this.#list] as const) : [];
    const stops = [...topics, ...query].map((topic) => this.#replica.subscribe(topic, change));
    return () => {
      stops.forEach((stop) => stop());
      // Without subscriptions, the plan would not follow later changes.
      forget();
    };
  };

  #listsOf(first: CalendarDay, last: CalendarDay): readonly unknown[] {
    return listsOfDays(this.#replica.lists, this.#list, first, last);
  }
}
