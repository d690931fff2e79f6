import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { byPosition, type Collection } from '#src/domain/collection.ts';
import type { Task } from '#src/domain/task.ts';
import { groupByLocalDay, type DayGroup } from './day-groups.ts';
import { Presence, type Change } from './presence.ts';
import { StandingLists, type Family } from './standing-lists.ts';

/** The four views, the active and the completed tasks of a collection, and the collections themselves. */
export type ListName =
  | 'overdue'
  | 'today'
  | 'upcoming'
  | 'completed'
  | `in:${string}`
  | `completed-in:${string}`
  | 'collections';

/** What changed of the rows, by id. */
export interface ListedChanges {
  readonly task: ReadonlyMap<string, Change<Task>>;
  readonly collection: ReadonlyMap<string, Change<Collection>>;
}

/** What screens read of the lists. */
export type ReadonlyTaskLists = Omit<TaskLists, 'setToday' | 'changeTimeZone' | 'apply'>;

const NO_KEY: readonly string[] = [];
const ONE_KEY = [''] as const;

const active = (keyOf: (task: Task) => string) => (task: Task) =>
  task.completedAt === null ? [keyOf(task)] : NO_KEY;

const FAMILIES = {
  /** The active tasks of a day: the oldest created first. */
  day: { keysOf: active((task) => task.date), compare: byAge },
  /** The active tasks of a collection: by day, then the oldest created first. */
  in: { keysOf: active((task) => task.collectionId), compare: byDay },
  /** All completed tasks, the newest first. */
  completed: { keysOf: (task) => (task.completedAt === null ? NO_KEY : ONE_KEY), compare: byCompletion },
  /** The completed tasks of a collection. */
  'completed-in': {
    keysOf: (task) => (task.completedAt === null ? NO_KEY : [task.collectionId]),
    compare: byCompletion,
  },
} satisfies Record<string, Family<Task>>;

/** The lists of the screens, of the tasks that are there. A list it returns is immutable and the same object until it changes. */
export class TaskLists {
  #today: CalendarDay;
  readonly #presence = new Presence('task');
  readonly #lists = new StandingLists<keyof typeof FAMILIES, Task>(FAMILIES);
  readonly #collections = new StandingLists<'there', Collection>({
    there: { keysOf: () => ONE_KEY, compare: byPosition },
  });
  readonly #collectionPresence = new Presence('collection');
  #sorted: readonly Collection[] | null = null;
  #overdue: readonly DayGroup[] | null = null;
  #upcoming: readonly DayGroup[] | null = null;
  /** The completed tasks by day, and the list that was grouped so. */
  #completed: readonly DayGroup[] = [];
  #grouped: readonly string[] | null = null;

  constructor(today: CalendarDay) {
    this.#today = today;
  }

  /** Active and planned before today: day by day, the oldest first. */
  overdue(): readonly DayGroup[] {
    this.#overdue ??= this.#dayGroups((day) => day < this.#today);
    return this.#overdue;
  }

  /** Active and planned for today: oldest created first. */
  today(): readonly string[] {
    return this.#lists.ids('day', this.#today);
  }

  /** Active and planned after today: day by day, the next first. */
  upcoming(): readonly DayGroup[] {
    this.#upcoming ??= this.#dayGroups((day) => day > this.#today);
    return this.#upcoming;
  }

  /** Completed, by the local day of it: the newest day first, and the newest of each. */
  completed(): readonly DayGroup[] {
    const ids = this.#lists.ids('completed', ONE_KEY[0]);
    if (ids !== this.#grouped) {
      const instantOf = (id: string) => this.#lists.row(id)?.completedAt ?? 0;
      this.#completed = groupByLocalDay(ids, instantOf, this.#completed);
      this.#grouped = ids;
    }
    return this.#completed;
  }

  /** The active tasks of a collection: by day, then oldest created first. */
  inCollection(collectionId: string): readonly string[] {
    return this.#lists.ids('in', collectionId);
  }

  /** The completed tasks of a collection, newest first. */
  completedIn(collectionId: string): readonly string[] {
    return this.#lists.ids('completed-in', collectionId);
  }

  /** The collections that are there, by position. */
  collections(): readonly Collection[] {
    // In it, so it is there.
    this.#sorted ??= this.#collections
      .ids('there', ONE_KEY[0])
      .map((id) => this.#collections.row(id) as Collection);
    return this.#sorted;
  }

  /** How many rows a list holds; nothing is copied to find out. */
  count(list: ListName): number {
    switch (list) {
      case 'overdue':
        return this.#countDays((day) => day < this.#today);
      case 'today':
        return this.#lists.count('day', this.#today);
      case 'upcoming':
        return this.#countDays((day) => day > this.#today);
      case 'completed':
        return this.#lists.count('completed', ONE_KEY[0]);
      case 'collections':
        return this.#collections.count('there', ONE_KEY[0]);
      default: {
        const [family, key] = list.split(':', 2) as ['in' | 'completed-in', string];
        return this.#lists.count(family, key);
      }
    }
  }

  /** Moves on to another day. Returns the lists that changed by it. */
  setToday(today: CalendarDay): Set<ListName> {
    if (today === this.#today) return new Set();
    this.#today = today;
    this.#overdue = null;
    this.#upcoming = null;
    return new Set(['overdue', 'today', 'upcoming']);
  }

  /** The device is in another time zone, where instants may lie in other days. Returns the lists that change by it. */
  changeTimeZone(): Set<ListName> {
    this.#grouped = null;
    return new Set(['completed']);
  }

  /** Takes in changed rows. Returns the lists that changed by it; `collections` also when one of them looks different. */
  apply({ task, collection }: ListedChanges): Set<ListName> {
    const changed = this.#lists.apply(this.#presence.apply(task.values(), collection.values()));
    const names = new Set<ListName>();
    if (collection.size > 0) {
      this.#collections.apply(this.#collectionPresence.apply(collection.values(), []));
      this.#sorted = null;
      names.add('collections');
    }
    for (const day of changed.day) {
      if (day === this.#today) names.add('today');
      else names.add(day < this.#today ? 'overdue' : 'upcoming');
    }
    for (const id of changed.in) names.add(`in:${id}`);
    if (changed.completed.size > 0) names.add('completed');
    for (const id of changed['completed-in']) names.add(`completed-in:${id}`);
    if (names.has('overdue')) this.#overdue = null;
    if (names.has('upcoming')) this.#upcoming = null;
    return names;
  }

  #dayGroups(isShown: (day: string) => boolean): readonly DayGroup[] {
    const days = [...this.#lists.keys('day')].filter(isShown) as CalendarDay[];
    return days.toSorted(compareText).map((day) => ({ day, ids: this.#lists.ids('day', day) }));
  }

  #countDays(isCounted: (day: string) => boolean): number {
    let count = 0;
    for (const day of this.#lists.keys('day')) if (isCounted(day)) count += this.#lists.count('day', day);
    return count;
  }
}

function byDay(a: Task, b: Task): number {
  return compareText(a.date, b.date) || byAge(a, b);
}

function byAge(a: Task, b: Task): number {
  return a.createdAt - b.createdAt || compareText(a.id, b.id);
}

function byCompletion(a: Task, b: Task): number {
  return (b.completedAt ?? 0) - (a.completedAt ?? 0) || compareText(b.id, a.id);
}

/** By UTF-16 code units: the same order on every device, whatever its language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
