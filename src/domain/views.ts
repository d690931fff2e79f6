import type { CalendarDay } from './calendar-day.ts';
import type { Collection } from './collection.ts';
import { groupByLocalDay, type DayGroup } from './day-groups.ts';
import { SortedIds, type Compare } from './sorted-ids.ts';
import { isActive, isCompleted, type Task } from './task.ts';

/** The four views, and the active and the completed tasks of a collection: `in:ID`, `completed-in:ID`. */
export type ListName = 'overdue' | 'today' | 'upcoming' | 'completed' | CollectionList;

type CollectionList = `in:${string}` | `completed-in:${string}`;

/** A task before and after a change; undefined where there is none. */
export interface TaskChange {
  readonly before: Task | undefined;
  readonly after: Task | undefined;
}

/** A collection before and after a change; undefined where there is none. */
export interface CollectionChange {
  readonly before: Collection | undefined;
  readonly after: Collection | undefined;
}

/** A sorted list that a task can stand in: the active tasks of a day, all completed ones, or those of a collection. */
type Bucket = CalendarDay | 'completed' | CollectionList | Hidden;

/** The active tasks of a collection that is not there: no screen has them. */
type Hidden = `gone-with:${string}`;

/** What screens read of the views. */
export type TaskLists = Omit<TaskViews, 'setToday' | 'changeTimeZone' | 'apply'>;

const NONE: readonly string[] = [];

/**
 * The lists of the screens, kept sorted as tasks change: a change costs what it changed, not what there is. A list it
 * returns is immutable and stays the same object until its content changes.
 */
export class TaskViews {
  #today: CalendarDay;
  readonly #tasks = new Map<string, Task>();
  /** The ids of the collections that are there. */
  readonly #collections = new Set<string>();
  readonly #buckets = new Map<Bucket, SortedIds>();
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
    return this.#bucket(this.#today);
  }

  /** Active and planned after today: day by day, the next first. */
  upcoming(): readonly DayGroup[] {
    this.#upcoming ??= this.#dayGroups((day) => day > this.#today);
    return this.#upcoming;
  }

  /** Completed, by the local day of it: the newest day first, and the newest of each. */
  completed(): readonly DayGroup[] {
    const ids = this.#bucket('completed');
    if (ids !== this.#grouped) {
      this.#completed = groupByLocalDay(ids, (id) => this.#tasks.get(id)?.completedAt ?? 0, this.#completed);
      this.#grouped = ids;
    }
    return this.#completed;
  }

  /** The active tasks of a collection: by day, then oldest created first. */
  inCollection(collectionId: string): readonly string[] {
    return this.#bucket(`in:${collectionId}`);
  }

  /** The completed tasks of a collection, newest first. */
  completedIn(collectionId: string): readonly string[] {
    return this.#bucket(`completed-in:${collectionId}`);
  }

  /** How many tasks a list holds; nothing is copied to find out. */
  count(list: ListName): number {
    if (list === 'overdue') return this.#countDays((day) => day < this.#today);
    if (list === 'upcoming') return this.#countDays((day) => day > this.#today);
    return this.#buckets.get(list === 'today' ? this.#today : list)?.size ?? 0;
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

  /** Takes in changed tasks and collections, each at most once. Returns the lists that changed by it. */
  apply(tasks: Iterable<TaskChange>, collections: Iterable<CollectionChange>): Set<ListName> {
    const flipped = flippedBy(collections);
    const rows = this.#withThoseOf(flipped, [...tasks]);
    const moved = rows.filter(
      ({ before, after }) =>
        !before || !after || flipped.has(before.collectionId) || !standAlike(before, after),
    );
    const removed = new Map<Bucket, string[]>();
    const added = new Map<Bucket, string[]>();
    for (const { before } of moved)
      for (const bucket of this.#bucketsOf(before)) append(removed, bucket, before);
    for (const id of flipped) if (!this.#collections.delete(id)) this.#collections.add(id);
    for (const { after } of moved) for (const bucket of this.#bucketsOf(after)) append(added, bucket, after);
    for (const [bucket, ids] of removed) this.#buckets.get(bucket)?.remove(ids);
    // Between the two, since the comparison must know the old rows for the removals and the new ones from here on.
    for (const { before, after } of rows) {
      if (after) this.#tasks.set(after.id, after);
      else if (before) this.#tasks.delete(before.id);
    }
    for (const [bucket, ids] of added) {
      const bucketIds = this.#buckets.get(bucket) ?? new SortedIds(this.#compareIn(bucket));
      this.#buckets.set(bucket, bucketIds);
      bucketIds.add(ids);
    }
    for (const bucket of removed.keys())
      if (this.#buckets.get(bucket)?.size === 0) this.#buckets.delete(bucket);
    const lists = this.#listsOf(new Set([...removed.keys(), ...added.keys()]));
    if (lists.has('overdue')) this.#overdue = null;
    if (lists.has('upcoming')) this.#upcoming = null;
    return lists;
  }

  #bucket(bucket: Bucket): readonly string[] {
    return this.#buckets.get(bucket)?.snapshot() ?? NONE;
  }

  #compareIn(bucket: Bucket): Compare {
    const rank = bucket.startsWith('completed') ? byCompletion : byDay;
    // Known: an id enters a bucket after its row is set, and leaves it before its row goes.
    return (a, b) => rank(this.#tasks.get(a) as Task, this.#tasks.get(b) as Task);
  }

  /** The changes, and the active tasks of these collections that are not among them. */
  #withThoseOf(collectionIds: ReadonlySet<string>, changes: TaskChange[]): readonly TaskChange[] {
    if (collectionIds.size === 0) return changes;
    const changed = new Set(changes.map(({ before, after }) => (after ?? before)?.id));
    for (const collectionId of collectionIds) {
      for (const id of this.#buckets.get(this.#bucketOfActive(collectionId))?.unordered() ?? NONE) {
        const task = this.#tasks.get(id);
        if (!changed.has(id)) changes.push({ before: task, after: task });
      }
    }
    return changes;
  }

  #bucketsOf(task: Task | undefined): readonly Bucket[] {
    if (task && isCompleted(task)) return ['completed', `completed-in:${task.collectionId}`];
    if (!task || !isActive(task)) return [];
    const bucket = this.#bucketOfActive(task.collectionId);
    return isHidden(bucket) ? [bucket] : [task.date, bucket];
  }

  #bucketOfActive(collectionId: string): `in:${string}` | Hidden {
    return this.#collections.has(collectionId) ? `in:${collectionId}` : `gone-with:${collectionId}`;
  }

  #listsOf(buckets: ReadonlySet<Bucket>): Set<ListName> {
    const lists = new Set<ListName>();
    for (const bucket of buckets) {
      if (isHidden(bucket)) continue;
      if (!isDay(bucket)) lists.add(bucket);
      else if (bucket === this.#today) lists.add('today');
      else lists.add(bucket < this.#today ? 'overdue' : 'upcoming');
    }
    return lists;
  }

  #dayGroups(isShown: (day: CalendarDay) => boolean): readonly DayGroup[] {
    const groups: DayGroup[] = [];
    for (const [day, ids] of this.#days(isShown)) groups.push({ day, ids: ids.snapshot() });
    return groups.toSorted((a, b) => compareText(a.day, b.day));
  }

  #countDays(isCounted: (day: CalendarDay) => boolean): number {
    let count = 0;
    for (const [, ids] of this.#days(isCounted)) count += ids.size;
    return count;
  }

  *#days(isWanted: (day: CalendarDay) => boolean): Iterable<[CalendarDay, SortedIds]> {
    for (const [bucket, ids] of this.#buckets) {
      if (isDay(bucket) && isWanted(bucket)) yield [bucket, ids];
    }
  }
}

/** The ids of those that come or go. */
function flippedBy(changes: Iterable<CollectionChange>): Set<string> {
  const ids = new Set<string>();
  for (const { before, after } of changes) {
    const isFlip = (before?.deletedAt === null) !== (after?.deletedAt === null);
    const id = (after ?? before)?.id;
    if (isFlip && id !== undefined) ids.add(id);
  }
  return ids;
}

/** Whether both rows of one task stand at the same place of the same lists. */
function standAlike(a: Task, b: Task): boolean {
  return (
    a.date === b.date &&
    a.collectionId === b.collectionId &&
    a.createdAt === b.createdAt &&
    a.completedAt === b.completedAt &&
    a.deletedAt === b.deletedAt
  );
}

function isHidden(bucket: Bucket): bucket is Hidden {
  return bucket.startsWith('gone-with:');
}

function isDay(bucket: Bucket): bucket is CalendarDay {
  return bucket !== 'completed' && !bucket.includes(':');
}

function append(map: Map<Bucket, string[]>, bucket: Bucket, task: Task | undefined): void {
  if (!task) return;
  const ids = map.get(bucket);
  if (ids) ids.push(task.id);
  else map.set(bucket, [task.id]);
}

function byDay(a: Task, b: Task): number {
  return compareText(a.date, b.date) || a.createdAt - b.createdAt || compareText(a.id, b.id);
}

function byCompletion(a: Task, b: Task): number {
  return (b.completedAt ?? 0) - (a.completedAt ?? 0) || compareText(b.id, a.id);
}

/** By UTF-16 code units: the same order on every device, whatever its language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
