import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { DayGroup } from './day-groups.ts';
import { compareText, NO_KEY, TASKS } from './families.ts';
import type { KeptTasks } from './lists-beside.ts';

type DayView = 'overdue' | 'today' | 'upcoming';

/**
 * The three views of active tasks by day, counting tasks that are still loading. Results stay the same
 * objects until they change.
 */
export class DayLists {
  #now: CalendarDay;
  readonly #tasks: KeptTasks;
  /** The number of tasks of each day that are still loading. */
  #expected: ReadonlyMap<string, number> = new Map();
  #overdue: readonly DayGroup[] | null = null;
  #upcoming: readonly DayGroup[] | null = null;

  constructor(now: CalendarDay, tasks: KeptTasks) {
    this.#now = now;
    this.#tasks = tasks;
  }

  /** The user's local day. */
  get now(): CalendarDay {
    return this.#now;
  }

  /** The tasks before today, by day, the oldest first. */
  overdue(): readonly DayGroup[] {
    this.#overdue ??= this.#groups('overdue');
    return this.#overdue;
  }

  /** The tasks of today, in the order of a day. */
  today(): readonly string[] {
    return this.on(this.#now);
  }

  /** The tasks of a day, in the order of a day. */
  on(day: CalendarDay): readonly string[] {
    return this.#tasks.ids('day', day);
  }

  /** The tasks after today, by day, the next first. */
  upcoming(): readonly DayGroup[] {
    this.#upcoming ??= this.#groups('upcoming');
    return this.#upcoming;
  }

  /** The number of tasks in a view. Counts without copying. */
  count(view: DayView): number {
    let count = 0;
    for (const day of new Set([...this.#tasks.keys('day'), ...this.#expected.keys()]))
      if (this.#viewOf(day) === view) count += this.#tasks.count('day', day) + (this.#expected.get(day) ?? 0);
    return count;
  }

  /** The first ids of each view, at most `limit` each. Sorts only the days that it needs. */
  beginnings(limit: number): string[] {
    const begun: string[] = [];
    const lengths = new Map<DayView, number>();
    for (const day of [...this.#tasks.keys('day')].toSorted(compareText)) {
      const view = this.#viewOf(day);
      const length = lengths.get(view) ?? 0;
      if (length >= limit) continue;
      const ids = this.#tasks.ids('day', day).slice(0, limit - length);
      lengths.set(view, length + ids.length);
      begun.push(...ids);
    }
    return begun;
  }

  /** The number of tasks of each day, without the tasks with these ids. */
  countOthers(ids: ReadonlySet<string>): [CalendarDay, number][] {
    const counts = new Map<string, number>();
    for (const day of this.#tasks.keys('day')) counts.set(day, this.#tasks.count('day', day));
    for (const id of ids) {
      const task = this.#tasks.row(id);
      for (const day of task ? TASKS.day.keysOf(task) : NO_KEY) counts.set(day, (counts.get(day) ?? 0) - 1);
    }
    return [...counts].filter(([, others]) => others > 0) as [CalendarDay, number][];
  }

  /** Counts tasks of these days that are still loading; they are in no list yet. */
  expect(counts: readonly (readonly [CalendarDay, number])[]): void {
    this.#expected = new Map(counts);
  }

  /** Moves on to another day. All views change. */
  setNow(now: CalendarDay): void {
    this.#now = now;
    this.#overdue = null;
    this.#upcoming = null;
  }

  /** Drops the views with tasks of these days. Returns the changed views. */
  changed(days: Iterable<string>): Set<DayView> {
    const views = new Set(Array.from(days, (day) => this.#viewOf(day)));
    if (views.has('overdue')) this.#overdue = null;
    if (views.has('upcoming')) this.#upcoming = null;
    return views;
  }

  #viewOf(day: string): DayView {
    return day === this.#now ? 'today' : day < this.#now ? 'overdue' : 'upcoming';
  }

  #groups(view: DayView): readonly DayGroup[] {
    const days = [...this.#tasks.keys('day')].filter((day) => this.#viewOf(day) === view) as CalendarDay[];
    return days.toSorted(compareText).map((day) => ({ day, ids: this.#tasks.ids('day', day) }));
  }
}
