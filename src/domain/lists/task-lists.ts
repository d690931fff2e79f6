import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Collection } from '#src/domain/collection.ts';
import { archivedAmong, treeOf, type ShownCollection } from '#src/domain/collection-tree.ts';
import { byPlace } from '#src/domain/place.ts';
import { isThere, type FindRow } from '#src/domain/schema/row.ts';
import { placedTask, type PlacedTask, type Task } from '#src/domain/task.ts';
import type { ArrangedName } from './arrangement.ts';
import { groupByLocalDay, type DayGroup } from './day-groups.ts';
import {
  ARCHIVED,
  byCompletion,
  byDate,
  collectionOf,
  COLLECTIONS,
  compareText,
  deletionsIn,
  FILTERS,
  LABELS,
  NAMED,
  NO_KEY,
  ONE_KEY,
  partOf,
  REMINDERS,
  SECTIONS,
  TASKS,
  TRASH,
  type Deleted,
  type Filter,
  type Label,
  type Reminder,
  type Section,
  type TaskFamily,
} from './families.ts';
import type { KeptQueries, KeptTasks, ListsBeside } from './lists-beside.ts';
import { Presence, type Change } from './presence.ts';
import { StandingLists } from './standing-lists.ts';
import type { StandingQueries } from './standing-queries.ts';

/**
 * The four views, the active and the completed tasks of a collection, the active ones by section, those of a section or a label, the
 * sub-tasks of a task and those of them that are completed; the tasks of a query that stands; the sections of a collection and of all, the
 * reminders of a task, the collections, the labels and the filters themselves.
 */
export type ListName =
  | 'overdue'
  | 'today'
  | 'upcoming'
  | 'completed'
  | `${'in' | 'below' | 'completed-in' | 'parts' | 'part' | 'labelled' | 'under' | 'completed-under' | 'sections' | 'reminders' | 'query'}:${string}`
  | 'collections'
  | 'labels'
  | 'filters'
  | 'sections'
  | 'trash';

/** Tasks of one section of a collection, or with null of none. */
export interface Part {
  readonly sectionId: string | null;
  readonly ids: readonly string[];
}

/** What changed of the rows, by id. */
export interface ListedChanges {
  readonly task: ReadonlyMap<string, Change<Task>>;
  readonly collection: ReadonlyMap<string, Change<Collection>>;
  readonly section: ReadonlyMap<string, Change<Section>>;
  readonly label: ReadonlyMap<string, Change<Label>>;
  readonly reminder: ReadonlyMap<string, Change<Reminder>>;
  readonly filter: ReadonlyMap<string, Change<Filter>>;
}

/** What changes as a whole: a list, or one as its user groups and sorts it. */
export type ListTopic = ListName | ArrangedName;

/** What screens read of the lists. */
export type ReadonlyTaskLists = Omit<TaskLists, 'setToday' | 'changeTimeZone' | 'apply' | 'expect' | 'stand'>;

/** The lists of the screens, of the tasks that are there. A list it returns is immutable and the same object until it changes. */
export class TaskLists {
  #today: CalendarDay;
  readonly #find: FindRow;
  readonly #presence = new Presence('task');
  readonly #lists = new StandingLists<TaskFamily, PlacedTask>(TASKS);
  #queries: StandingQueries<PlacedTask> | null = null;
  readonly #collections = new StandingLists<'there', Collection>(COLLECTIONS);
  readonly #sections = new StandingLists<'in' | 'there', Section>(SECTIONS);
  readonly #reminders = new StandingLists<'of', Reminder>(REMINDERS);
  readonly #labels = new StandingLists<'there', Label>(LABELS);
  readonly #filters = new StandingLists<'there', Filter>(FILTERS);
  /** The parts of each collection that was asked for and did not change since. */
  readonly #parts = new Map<string, readonly Part[]>();
  readonly #trash = new StandingLists<'deleted', Deleted>(TRASH);
  #beside: ListsBeside | null = null;
  #sorted: readonly Collection[] | null = null;
  #tree: readonly ShownCollection[] | null = null;
  /** The ids of the collections that are archived, by themselves or with one above. */
  #archived: ReadonlySet<string> = new Set();
  /** How many tasks of each day are on their way here. */
  #expected: ReadonlyMap<string, number> = new Map();
  #overdue: readonly DayGroup[] | null = null;
  #upcoming: readonly DayGroup[] | null = null;
  /** The completed tasks by day, and the list that was grouped so. */
  #completed: readonly DayGroup[] = [];
  #grouped: readonly string[] | null = null;

  /** `find` finds rows as they are once they are told of. */
  constructor(today: CalendarDay, find: FindRow) {
    this.#today = today;
    this.#find = find;
  }

  /** Active and planned before today: day by day, the oldest first. */
  overdue(): readonly DayGroup[] {
    this.#overdue ??= this.#dayGroups((day) => day < this.#today);
    return this.#overdue;
  }

  /** Active and planned for today, in the order of a day. */
  today(): readonly string[] {
    return this.onDay(this.#today);
  }

  /** Active and planned for a day, in the order of a day. */
  onDay(day: CalendarDay): readonly string[] {
    return this.#lists.ids('day', day);
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

  /** All completed tasks, the newest first, with those in archived collections. */
  everyCompleted(): readonly string[] {
    const shown = this.#lists.ids('completed', ONE_KEY[0]);
    const archived = this.#lists.ids('completed', ARCHIVED);
    if (archived.length === 0) return shown;
    const row = (id: string) => this.#lists.row(id) as PlacedTask;
    return [...shown, ...archived].toSorted((a, b) => byCompletion(row(a), row(b)));
  }

  /** The same tasks in no particular order, without sorting them; to be gone through before anything changes. */
  *eachCompleted(): Generator<PlacedTask, void, undefined> {
    for (const key of [ONE_KEY[0], ARCHIVED])
      for (const id of this.#lists.unordered('completed', key)) yield this.#lists.row(id) as PlacedTask;
  }

  /** The active tasks of a collection that stand below none, in their order. */
  inCollection(collectionId: string): readonly string[] {
    return this.#lists.ids('in', collectionId);
  }

  /** The active sub-tasks of a collection at all levels: those of one parent together, in their order. */
  below(collectionId: string): readonly string[] {
    return this.#lists.ids('below', collectionId);
  }

  /** The completed tasks of a collection, newest first. */
  completedIn(collectionId: string): readonly string[] {
    return this.#lists.ids('completed-in', collectionId);
  }

  /** Those of them that name a section, or none: also one that is not there, or is of another collection. */
  inPart(collectionId: string, sectionId: string | null): readonly string[] {
    return this.#lists.ids('part', partOf(collectionId, sectionId));
  }

  /**
   * The active tasks of a collection that stand below none, by section: first those in none, then each section that is there, in their
   * order. A task whose section is not there, or is of another collection, is in none.
   */
  parts(collectionId: string): readonly Part[] {
    const known = this.#parts.get(collectionId);
    if (known) return known;
    const sections = this.sections(collectionId);
    const parts = [
      { sectionId: null, ids: this.#inNoSection(collectionId, new Set(sections)) },
      ...sections.map((sectionId) => ({ sectionId, ids: this.inPart(collectionId, sectionId) })),
    ];
    this.#parts.set(collectionId, parts);
    return parts;
  }

  /** The active tasks with a label: by day, those without one last. */
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

  /** The sections of a collection that are there, in their order. */
  sections(collectionId: string): readonly string[] {
    return this.#sections.ids('in', collectionId);
  }

  /** The sections of all collections. */
  allSections(): readonly string[] {
    return this.#sections.ids('there', ONE_KEY[0]);
  }

  /** The labels that are there, by name. */
  labels(): readonly string[] {
    return this.#labels.ids('there', ONE_KEY[0]);
  }

  /** The tasks of the query that stands under this key: by day, those without one last. Undefined where none stands. */
  queried(key: string): readonly string[] | undefined {
    return this.#queries?.ids(key);
  }

  /**
   * Keeps the list of the tasks for which `holds` does, completed and archived ones too; null ends that. Returns the lists that changed.
   * `Queries` is given, since the app shows its first screen without.
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

  /** The filters that are there, favourites first, in their order. */
  filters(): readonly string[] {
    return this.#filters.ids('there', ONE_KEY[0]);
  }

  /** The tasks and collections that were deleted by themselves and can be brought back, the newest deletion first. */
  trash(): readonly string[] {
    return this.#trash.ids('deleted', ONE_KEY[0]);
  }

  /** How many tasks come and go with a task, directly below it, or with a collection. */
  goWith(id: string): number {
    return this.#presence.count(id);
  }

  /** Other lists that are kept from the same changes, made when they are asked for the first time: their code need not be here before. */
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
      () => this.#today,
      () => this.#queries,
    );
    return this.#beside as Lists;
  }

  /** The collections that are there, by position. */
  collections(): readonly Collection[] {
    // In it, so it is there.
    this.#sorted ??= this.#collections
      .ids('there', ONE_KEY[0])
      .map((id) => this.#collections.row(id) as Collection);
    return this.#sorted;
  }

  /** Those of them that are not archived, each below its parent, favourites first. */
  tree(): readonly ShownCollection[] {
    this.#tree ??= treeOf(this.collections());
    return this.#tree;
  }

  /** Whether the collection, or one above it, is archived. */
  isArchived(collectionId: string): boolean {
    return this.#archived.has(collectionId);
  }

  /** How many rows a list holds; nothing is copied to find out. */
  count(list: ListName): number {
    switch (list) {
      case 'overdue':
        return this.#countDays((day) => day < this.#today);
      case 'today':
        return this.#countDay(this.#today);
      case 'upcoming':
        return this.#countDays((day) => day > this.#today);
      case 'completed':
        return this.#lists.count('completed', ONE_KEY[0]);
      case 'collections':
        return this.#collections.count('there', ONE_KEY[0]);
      case 'labels':
        return this.#labels.count('there', ONE_KEY[0]);
      case 'sections':
        return this.#sections.count('there', ONE_KEY[0]);
      case 'filters':
        return this.#filters.count('there', ONE_KEY[0]);
      case 'trash':
        return this.#trash.count('deleted', ONE_KEY[0]);
      default: {
        const [family, key] = list.split(':', 2) as [
          (typeof NAMED)[number] | 'sections' | 'parts' | 'reminders' | 'query',
          string,
        ];
        if (family === 'query') return this.#queries?.count(key) ?? 0;
        if (family === 'reminders') return this.#reminders.count('of', key);
        if (family === 'sections') return this.#sections.count('in', key);
        return this.#lists.count(family === 'parts' ? 'in' : family, key);
      }
    }
  }

  /** The user's local day. */
  get day(): CalendarDay {
    return this.#today;
  }

  /** The ids that overdue, today and upcoming begin with, at most `limit` of each. Sorts no more days than that takes. */
  beginnings(limit: number): string[] {
    const begun: string[] = [];
    const lists = new Map<number, number>();
    for (const day of [...this.#lists.keys('day')].toSorted(compareText)) {
      const list = compareText(day, this.#today);
      const room = limit - (lists.get(list) ?? 0);
      if (room <= 0) continue;
      const ids = this.#lists.ids('day', day).slice(0, room);
      lists.set(list, limit - room + ids.length);
      begun.push(...ids);
    }
    return begun;
  }

  /** How many tasks the lists have for each day, without those with these ids. */
  countOthers(ids: ReadonlySet<string>): [CalendarDay, number][] {
    const counts = new Map<string, number>();
    for (const day of this.#lists.keys('day')) counts.set(day, this.#lists.count('day', day));
    for (const id of ids) {
      const task = this.#lists.row(id);
      for (const day of task ? TASKS.day.keysOf(task) : NO_KEY) counts.set(day, (counts.get(day) ?? 0) - 1);
    }
    return [...counts].filter(([, others]) => others > 0) as [CalendarDay, number][];
  }

  /** So many tasks of these days are on their way here: they are counted, and in no list yet. */
  expect(counts: readonly (readonly [CalendarDay, number])[]): void {
    this.#expected = new Map(counts);
  }

  /** Moves on to another day. Returns the lists that changed by it. */
  setToday(today: CalendarDay): Set<ListTopic> {
    if (today === this.#today) return new Set();
    this.#today = today;
    this.#overdue = null;
    this.#upcoming = null;
    return new Set(['overdue', 'today', 'upcoming', ...(this.#beside?.renew('day') ?? [])]);
  }

  /** The device is in another time zone, where instants may lie in other days. Returns the lists that change by it. */
  changeTimeZone(): Set<ListTopic> {
    this.#grouped = null;
    return new Set(['completed', ...(this.#beside?.renew('zone') ?? [])]);
  }

  /** Takes in changed rows. Returns the lists that changed by it; `collections`, `sections`, `labels` and `filters` also when one of them looks different, `completed` also of archived tasks. */
  apply({ task, collection, section, label, reminder, filter }: ListedChanges): Set<ListTopic> {
    const names = new Set<ListTopic>();
    if (collection.size > 0) {
      this.#collections.apply([...collection.values()]);
      this.#sorted = null;
      this.#tree = null;
      names.add('collections');
    }
    const touched = new Set(this.#presence.apply([...task.values()], collection.values()));
    for (const id of this.#archiveAnew(collection.values())) this.#addAllIn(id, touched);
    const changes = Array.from(touched, (id) => this.#changeOf(id));
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
    const divided = this.#sections.apply([...section.values()]).in;
    for (const id of divided) names.add(`sections:${id}`);
    for (const id of [...divided, ...Array.from(changed.part, collectionOf)]) {
      this.#parts.delete(id);
      names.add(`parts:${id}`);
    }
    const deleted = [
      ...deletionsIn('task', task.values()),
      ...deletionsIn('collection', collection.values()),
    ];
    if (deleted.length > 0) {
      this.#trash.apply(deleted);
      names.add('trash');
    }
    for (const day of changed.day) {
      if (day === this.#today) names.add('today');
      else names.add(day < this.#today ? 'overdue' : 'upcoming');
    }
    if (changed.completed.size > 0) names.add('completed');
    for (const family of NAMED) for (const key of changed[family]) names.add(`${family}:${key}`);
    if (names.has('overdue')) this.#overdue = null;
    if (names.has('upcoming')) this.#upcoming = null;
    return names;
  }

  #inNoSection(collectionId: string, sections: ReadonlySet<string>): readonly string[] {
    const gone: string[] = [];
    for (const part of this.#lists.keys('part')) {
      if (collectionOf(part) !== collectionId) continue;
      const sectionId = part.slice(collectionId.length + 1);
      if (sectionId !== '' && !sections.has(sectionId)) gone.push(...this.#lists.ids('part', part));
    }
    const ids = this.inPart(collectionId, null);
    if (gone.length === 0) return ids;
    const row = (id: string) => this.#lists.row(id) as PlacedTask;
    return [...ids, ...gone].toSorted((a, b) => byPlace(row(a), row(b)));
  }

  #changeOf(id: string): Change<PlacedTask> {
    const task = this.#find('task', id) as Task | undefined;
    const is = task !== undefined && isThere('task', task, this.#find);
    return { before: this.#lists.row(id), after: is ? this.#placed(task) : undefined };
  }

  #placed(task: Task): PlacedTask {
    const placed = placedTask(task, this.#find);
    return this.#archived.has(placed.collectionId) ? { ...placed, isArchived: true } : placed;
  }

  /** Returns the ids of the collections that came into the archive, or out of it, by these changes. */
  #archiveAnew(changes: Iterable<Change<Collection>>): Iterable<string> {
    const isMoved = ({ before, after }: Change<Collection>) =>
      before?.archivedAt !== after?.archivedAt ||
      before?.parentId !== after?.parentId ||
      before?.deletedAt !== after?.deletedAt;
    if (![...changes].some(isMoved)) return NO_KEY;
    const was = this.#archived;
    this.#archived = archivedAmong(this.collections());
    return [...was, ...this.#archived].filter((id) => was.has(id) !== this.#archived.has(id));
  }

  /** Adds all tasks in a collection, as the lists have them by now. */
  #addAllIn(collectionId: string, ids: Set<string>): void {
    const addWithBelow = (id: string) => {
      ids.add(id);
      for (const below of this.#lists.unordered('under', id)) addWithBelow(below);
    };
    for (const family of ['in', 'completed-in'] as const)
      for (const id of this.#lists.unordered(family, collectionId)) addWithBelow(id);
  }

  #dayGroups(isShown: (day: string) => boolean): readonly DayGroup[] {
    const days = [...this.#lists.keys('day')].filter(isShown) as CalendarDay[];
    return days.toSorted(compareText).map((day) => ({ day, ids: this.#lists.ids('day', day) }));
  }

  #countDays(isCounted: (day: string) => boolean): number {
    let count = 0;
    for (const day of new Set([...this.#lists.keys('day'), ...this.#expected.keys()]))
      if (isCounted(day)) count += this.#countDay(day);
    return count;
  }

  #countDay(day: string): number {
    return this.#lists.count('day', day) + (this.#expected.get(day) ?? 0);
  }
}
