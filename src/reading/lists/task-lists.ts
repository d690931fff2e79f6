import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { TableName } from '#src/tables/tables.ts';
import { isSameRow, isThere, type FindRow } from '#src/tables/kit/row.ts';
import { placedTask, type PlacedTask, type Task } from '#src/tables/task/task.ts';
import { CollectionLists } from './collection-lists.ts';
import { CompletedLists } from './completed-lists.ts';
import { DayLists } from './day-lists.ts';
import {
  byDate,
  deletionsIn,
  FILTERS,
  LABELS,
  NAMED,
  ONE_KEY,
  REMINDERS,
  TASKS,
  TRASH,
  type Deleted,
  type Filter,
  type Label,
  type Reminder,
  type TaskFamily,
} from './families.ts';
import type { ListedChanges, ListName, ListTopic } from './list-name.ts';
import type { KeptQueries, KeptTasks, ListsBeside } from './lists-beside.ts';
import { Presence, type Change } from './presence.ts';
import { SectionLists } from './section-lists.ts';
import { StandingLists } from './standing-lists.ts';
import type { StandingQueries } from './standing-queries.ts';

/** The part of the lists that screens read. */
export type ReadonlyTaskLists = Omit<
  TaskLists,
  'setToday' | 'changeTimeZone' | 'apply' | 'stand' | 'follow' | 'expect' | OwnClass
> & {
  readonly [name in OwnClass]: Omit<
    TaskLists[name],
    'setNow' | 'changeTimeZone' | 'changed' | 'apply' | 'expect'
  >;
};

/** The lists with a class of their own. */
type OwnClass = 'days' | 'completed' | 'collections' | 'sections';

/**
 * The lists of the screens, with the tasks that are there. A list that it returns is immutable, and stays the
 * same object until it changes.
 */
export class TaskLists {
  readonly #find: FindRow;
  readonly #presence = new Presence('task');
  readonly #lists = new StandingLists<TaskFamily, PlacedTask>(TASKS);
  readonly days: DayLists;
  readonly completed = new CompletedLists(this.#lists);
  readonly collections = new CollectionLists();
  readonly sections = new SectionLists(this.#lists);
  #queries: StandingQueries<PlacedTask> | null = null;
  readonly #reminders = new StandingLists<'of', Reminder>(REMINDERS);
  readonly #labels = new StandingLists<'there', Label>(LABELS);
  readonly #filters = new StandingLists<'there', Filter>(FILTERS);
  readonly #trash = new StandingLists<'deleted', Deleted>(TRASH);
  #beside: ListsBeside | null = null;

  /** `find` returns rows in their newest state. */
  constructor(today: CalendarDay, find: FindRow) {
    this.days = new DayLists(today, this.#lists);
    this.#find = find;
  }

  /** Makes lists with this day for the rows that `find` returns. */
  static of(today: CalendarDay): (find: FindRow) => TaskLists {
    return (find) => new TaskLists(today, find);
  }

  /**
   * A task that is there, as the lists hold it: a sub-task with the properties it has through the tasks above
   * it.
   */
  task(id: string): PlacedTask | undefined {
    return this.#lists.row(id);
  }

  /** The first rows of each view by day, at most `limit` each, with their table. */
  beginnings(limit: number): (readonly [TableName, string])[] {
    return this.days.beginnings(limit).map((id) => ['task', id]);
  }

  /** The number of tasks of each day, without the rows with these ids. */
  countOthers(ids: Readonly<Record<TableName, ReadonlySet<string>>>): [CalendarDay, number][] {
    return this.days.countOthers(ids.task);
  }

  /** The active top-level tasks of a collection, in their order. */
  inCollection(collectionId: string): readonly string[] {
    return this.#lists.ids('in', collectionId);
  }

  /** The active sub-tasks of a collection at all levels, grouped by parent, in their order. */
  below(collectionId: string): readonly string[] {
    return this.#lists.ids('below', collectionId);
  }

  /** The completed tasks of a collection, the newest first. */
  completedIn(collectionId: string): readonly string[] {
    return this.#lists.ids('completed-in', collectionId);
  }

  /** The active tasks with a label, by day, tasks without one last. */
  labelled(labelId: string): readonly string[] {
    return this.#lists.ids('labelled', labelId);
  }

  /** The sub-tasks directly below a task, completed or not, in their order. */
  under(taskId: string): readonly string[] {
    return this.#lists.ids('under', taskId);
  }

  /** The reminders of a task, the oldest first. */
  reminders(taskId: string): readonly string[] {
    return this.#reminders.ids('of', taskId);
  }

  /** The labels that are there, by name. */
  labels(): readonly string[] {
    return this.#labels.ids('there', ONE_KEY[0]);
  }

  /**
   * The tasks of the kept query with this key, by day, tasks without one last. Undefined for an unknown key.
   */
  queried(key: string): readonly string[] | undefined {
    return this.#queries?.ids(key);
  }

  /**
   * Keeps the list of the tasks that match `holds`, completed and archived ones too; null drops the list.
   * Returns the changed lists. The caller gives `Queries`, so that the first screen loads without its code.
   */
  stand(
    key: string,
    holds: ((task: PlacedTask) => boolean) | null,
    Queries: typeof StandingQueries,
  ): Set<ListTopic> {
    this.#queries ??= new Queries<PlacedTask>({
      find: (id) => this.#lists.row(id),
      all: () => this.#lists.rows(),
      compare: byDate,
    });
    if (holds) this.#queries.stand(key, holds);
    else this.#queries.drop(key);
    const name = `query:${key}` as const;
    return new Set<ListTopic>([name, ...(this.#beside?.renew(name) ?? [])]);
  }

  /** The filters that are there, favorites first, in their order. */
  filters(): readonly string[] {
    return this.#filters.ids('there', ONE_KEY[0]);
  }

  /**
   * The tasks and collections that were deleted by themselves and can be restored, the newest deletion first.
   */
  trash(): readonly string[] {
    return this.#trash.ids('deleted', ONE_KEY[0]);
  }

  /** The number of tasks that come and go with a task, directly below it, or with a collection. */
  goWith(id: string): number {
    return this.#presence.count(id);
  }

  /**
   * Other lists that follow the same changes. `make` builds them at the first call, so that their code may
   * load late.
   */
  beside<Lists extends ListsBeside>(
    make: (
      tasks: KeptTasks,
      find: FindRow,
      today: () => CalendarDay,
      queries: () => KeptQueries | null,
    ) => Lists,
  ): Lists {
    this.#beside ??= make(
      this.#lists,
      this.#find,
      () => this.days.now,
      () => this.#queries,
    );
    return this.#beside as Lists;
  }

  /** The number of rows in a list. Counts without copying. */
  count(list: ListName): number {
    const [family, key = ONE_KEY[0]] = list.split(':', 2) as [string, string?];
    switch (family) {
      case 'overdue':
      case 'today':
      case 'upcoming':
        return this.days.count(family);
      case 'collections':
        return this.collections.count();
      case 'sections':
        return this.sections.count(key);
      case 'labels':
        return this.#labels.count('there', key);
      case 'filters':
        return this.#filters.count('there', key);
      case 'trash':
        return this.#trash.count('deleted', key);
      case 'reminders':
        return this.#reminders.count('of', key);
      case 'query':
        return this.#queries?.count(key) ?? 0;
      case 'parts':
        return this.#lists.count('in', key);
      default:
        return this.#lists.count(family as TaskFamily, key);
    }
  }

  /** Moves on to another day. Returns the changed lists. */
  setToday(today: CalendarDay): Set<ListTopic> {
    if (today === this.days.now) return new Set();
    this.days.setNow(today);
    return new Set(['overdue', 'today', 'upcoming', ...(this.#beside?.renew('day') ?? [])]);
  }

  get day(): CalendarDay {
    return this.days.now;
  }

  /** Takes over the day of other lists. */
  follow({ day }: { readonly day: CalendarDay }): void {
    this.setToday(day);
  }

  /** Counts these tasks of each day, whose rows are not read yet. */
  expect(others: Parameters<DayLists['expect']>[0]): void {
    this.days.expect(others);
  }

  /** Moves on to another time zone, where instants may belong to other days. Returns the changed lists. */
  changeTimeZone(): Set<ListTopic> {
    this.completed.changeTimeZone();
    return new Set(['completed', ...(this.#beside?.renew('zone') ?? [])]);
  }

  /**
   * Takes in changed rows. Returns the changed lists, and the changed sub-tasks (see `task`). `collections`,
   * `sections`, `labels` and `filters` count as changed when one of their rows looks different; `completed`
   * when an archived task changes, or a completed one moves to another collection.
   */
  apply({ task, collection, section, label, reminder, filter }: ListedChanges): Set<ListTopic> {
    const names = new Set<ListTopic>();
    const archived = this.collections.apply([...collection.values()]);
    if (collection.size > 0) names.add('collections');
    const touched = new Set(this.#presence.apply([...task.values()], collection.values()));
    for (const id of archived) this.#addAllIn(id, touched);
    const changes = Array.from(touched, (id) => this.#changeOf(id));
    for (const { before, after } of changes) {
      const row = after ?? before;
      if (before !== after && row && row.parentId !== null) names.add(`task:${row.id}`);
      if (before && before.completedAt !== null && before.collectionId !== after?.collectionId)
        names.add('completed');
    }
    const moves = this.#queries?.leave(changes) ?? [];
    const changed = this.#lists.apply(changes);
    for (const key of this.#queries?.enter(moves) ?? []) names.add(`query:${key}`);
    for (const name of this.#beside?.apply(changes, section, label) ?? []) names.add(name);
    if (label.size > 0) {
      this.#labels.apply([...label.values()]);
      names.add('labels');
    }
    for (const id of this.#reminders.apply([...reminder.values()]).of) names.add(`reminders:${id}`);
    if (filter.size > 0) {
      this.#filters.apply([...filter.values()]);
      names.add('filters');
    }
    if (section.size > 0) names.add('sections');
    const { sections, divided } = this.sections.apply([...section.values()], changed.part);
    for (const id of sections) names.add(`sections:${id}`);
    for (const id of divided) names.add(`parts:${id}`);
    const deleted = [
      ...deletionsIn('task', task.values()),
      ...deletionsIn('collection', collection.values()),
    ];
    if (deleted.length > 0) {
      this.#trash.apply(deleted);
      names.add('trash');
    }
    for (const view of this.days.changed(changed.day)) names.add(view);
    if (changed.completed.size > 0) names.add('completed');
    for (const family of NAMED) for (const key of changed[family]) names.add(`${family}:${key}`);
    return names;
  }

  #changeOf(id: string): Change<PlacedTask> {
    const task = this.#find('task', id) as Task | undefined;
    const before = this.#lists.row(id);
    const after = task && isThere('task', task, this.#find) ? this.#placed(task) : undefined;
    // A row that only followed a change above it, and is equal, stays the same object.
    return { before, after: isSameRow(before, after) ? before : after };
  }

  #placed(task: Task): PlacedTask {
    const placed = placedTask(task, this.#find);
    return this.collections.isArchived(placed.collectionId) ? { ...placed, isArchived: true } : placed;
  }

  /** Adds the ids of all tasks that the lists now have in a collection. */
  #addAllIn(collectionId: string, ids: Set<string>): void {
    const addWithBelow = (id: string) => {
      ids.add(id);
      for (const below of this.#lists.unordered('under', id)) addWithBelow(below);
    };
    for (const family of ['in', 'completed-in'] as const)
      for (const id of this.#lists.unordered(family, collectionId)) addWithBelow(id);
  }
}
