import { TaskLists } from '#src/reading/lists/task-lists.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { ListName } from '#src/reading/lists/list-name.ts';
import { byTable, TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { listsOf, takeIn } from '#src/tables/kit/overlay.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import { anyMutation } from '#src/sync/testing/arbitrary-mutations.ts';
import { Model } from '#src/sync/testing/model.ts';
import { changedLists, naiveLists, readLists, shapesOf } from '#src/sync/testing/naive-lists.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { ofPlainTables } from '#src/sync/testing/plain-tables.ts';
import { DISMISSALS, sampleId } from '#src/sync/testing/samples.ts';
import type { Topic } from './topics.ts';
import { View } from './view.ts';

const TODAY = '2026-06-15' as CalendarDay;
const COLLECTIONS = [1, 2, 3].map((n) => sampleId('collection', n));
/** The ids of all rows that the mutations of this test concern, by table. */
const IDS: Readonly<Record<TableName, readonly string[]>> = {
  collection: COLLECTIONS,
  section: [1, 2].map((n) => sampleId('section', n)),
  task: [1, 2, 3, 4, 5, 6, 7].map((n) => sampleId('task', n)),
  setting: ['theme', 'weekStart'],
  reminder: [1, 2].map((n) => sampleId('reminder', n)),
  dismissal: DISMISSALS.map(({ id }) => id),
  proposal: [1, 2].map((n) => sampleId('proposal', n)),
  ...ofPlainTables((table) => [1, 2].map((n) => sampleId(table, n))),
};

/** One device and its server. The events are random, and the model says what the device must show. */
class Pair {
  readonly view = new View(TaskLists.of(TODAY));
  readonly server = new Model();
  outbox: Mutation[] = [];
  version = 0;

  /** The rows that the device must show: the confirmed rows with the outbox on top. */
  expected(): Model {
    const model = new Model();
    takeIn(model, this.rows());
    for (const waiting of this.outbox) model.apply(waiting);
    return model;
  }

  mutate(own: Mutation): Set<Topic> {
    try {
      const topics = this.view.run(own);
      this.outbox.push(own);
      return topics;
    } catch {
      return new Set();
    }
  }

  /**
   * The server applies these mutations, and the device gets the changed rows. The first `settled` mutations leave its
   * outbox.
   */
  receive(applied: readonly Mutation[], settled = 0): Set<Topic> {
    const before = this.rows();
    for (const some of applied) this.server.apply(some);
    this.outbox = this.outbox.slice(settled);
    const isNew = (table: TableName) => (row: AnyRow) => !before[table].some((old) => old === row);
    this.version += 1;
    const rows = byTable((table) => structuredClone(this.rows()[table].filter(isNew(table)))) as RowLists;
    return this.view.rebase({ from: this.version, rows }, this.outbox);
  }

  resync(): Set<Topic> {
    return this.view.rebase({ from: 0, rows: structuredClone(this.rows()) }, this.outbox);
  }

  /** All rows of the server. */
  rows() {
    return listsOf(this.server);
  }

  /** All data that a screen can read, by topic. */
  read(names: Iterable<ListName>): Map<Topic, unknown> {
    return new Map<Topic, unknown>([
      ...readLists(this.view.lists, names),
      ['collections', this.view.lists.collections.all()],
      ...TABLE_NAMES.flatMap((table) =>
        IDS[table].map((id) => [`${table}:${id}`, this.view.get(table, id)] as const),
      ),
    ]);
  }

  /** The tasks as the lists place them, by topic. */
  readPlaced(): Map<Topic, PlacedTask | undefined> {
    return new Map(IDS.task.map((id) => [`task:${id}` as const, this.view.lists.task(id)]));
  }
}

/** The lists of the model's tasks. */
function listsIn(model: Model) {
  return naiveLists(
    model.liveTasks.map((each) => model.placed(each)),
    TODAY,
    COLLECTIONS,
  );
}

/** The data that a screen must read, by topic, from the model. */
function readModel(model: Model): Map<Topic, unknown> {
  const live = [...model.collection.values()].filter(({ deletedAt }) => deletedAt === null);
  return new Map<Topic, unknown>([
    ...shapesOf(listsIn(model)),
    ['collections', live.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))],
    ...TABLE_NAMES.flatMap((table) =>
      IDS[table].map((id) => [`${table}:${id}`, model[table].get(id)] as const),
    ),
  ]);
}

/** A task as the lists must place it. */
function placedIn(model: Model, id: string): PlacedTask | undefined {
  const task = model.liveTasks.find((each) => each.id === id);
  if (!task) return undefined;
  const { isArchived, ...placed } = model.placed(task);
  return isArchived ? { ...placed, isArchived } : placed;
}

/** The topics that differ between two models. */
function changedTopics(before: Model, after: Model): Set<Topic> {
  const topics = new Set<Topic>(changedLists(listsIn(before), listsIn(after)));
  const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  // The topic also covers archived completions and their collections: the progress page counts completions by collection.
  if (differ(completionsIn(before), completionsIn(after))) topics.add('completed');
  for (const table of TABLE_NAMES) {
    for (const id of IDS[table]) {
      const [old, row] = [before[table].get(id), after[table].get(id)];
      const isPlacedAnew =
        typeof before.task.get(id)?.parentId === 'string' &&
        differ(placedIn(before, id), placedIn(after, id));
      if (!differ(old, row) && !isPlacedAnew) continue;
      topics.add(`${table}:${id}`);
      if (table === 'collection') topics.add('collections');
      if (table === 'label') topics.add('labels');
      if (table === 'filter') topics.add('filters');
      if (table === 'section') topics.add('sections');
      if (table === 'section') for (const each of sectionLists(old, row)) topics.add(each);
      if (table === 'reminder') for (const each of reminderLists(old, row)) topics.add(each);
    }
  }
  return topics;
}

/** The completed tasks, archived or not, with their collections. */
function completionsIn(model: Model): unknown {
  const placed = model.liveTasks.map((task) => model.placed(task));
  return placed
    .filter(({ completedAt }) => completedAt !== null)
    .map(({ id, completedAt, collectionId }) => `${id} ${completedAt} ${collectionId}`)
    .toSorted();
}

/**
 * The section lists that a changed section concerns: it comes, goes, or gets another place. Without a dragged place,
 * its place is its time of creation.
 */
function sectionLists(old: AnyRow | undefined, row: AnyRow | undefined): ListName[] {
  const placeOf = (section: AnyRow | undefined) =>
    section?.deletedAt === null
      ? `${section['collectionId']} ${section['place'] || section['createdAt']}`
      : null;
  if (placeOf(old) === placeOf(row)) return [];
  return [old, row].flatMap((section) =>
    section?.deletedAt === null
      ? ([`sections:${section['collectionId']}`, `parts:${section['collectionId']}`] as const)
      : [],
  );
}

/** The reminder lists that a changed reminder concerns. */
function reminderLists(old: AnyRow | undefined, row: AnyRow | undefined): ListName[] {
  const placeOf = (reminder: AnyRow | undefined) =>
    reminder?.deletedAt === null ? `${reminder['taskId']} ${reminder['createdAt']}` : null;
  if (placeOf(old) === placeOf(row)) return [];
  return [old, row].flatMap((reminder) =>
    reminder?.deletedAt === null ? [`reminders:${reminder['taskId']}` as const] : [],
  );
}

/** The topics of the edited row, and of the list of its table where there is one. */
function editedTopics({ name, args }: Mutation): Topic[] {
  if (name === 'task.label' || name === 'task.turn') return [`task:${args.id}`];
  const [table, action] = name.split('.') as [TableName, string];
  return action === 'edit' ? [`${table}:${args.id}`, `${table}s` as Topic] : [];
}

test('[W8] after any events, the view shows the confirmed rows plus the outbox, and announces exactly the changed topics', () => {
  const anyStep = fc.oneof(
    { arbitrary: fc.constant('own' as const), weight: 6 },
    { arbitrary: fc.constant('theirs' as const), weight: 3 },
    { arbitrary: fc.constant('acknowledge' as const), weight: 2 },
    { arbitrary: fc.constant('resync' as const), weight: 1 },
  );
  const anySteps = fc.array(fc.tuple(anyStep, fc.nat(3), anyMutation(0)), { maxLength: 40, size: 'max' });
  fc.assert(
    fc.property(anySteps, (steps) => {
      const pair = new Pair();
      for (const [n, [step, count, random]] of steps.entries()) {
        const before = pair.expected();
        const lists = [...listsIn(pair.expected()).keys()];
        const read = pair.read(lists);
        const placed = pair.readPlaced();
        const some: Mutation = { ...random, id: sampleId('mutation', n) };
        const topics = {
          own: () => pair.mutate(some),
          theirs: () => pair.receive([some]),
          acknowledge: () => pair.receive(pair.outbox.slice(0, count), count),
          resync: () => pair.resync(),
        }[step]();

        const after = pair.expected();
        const reread = pair.read(listsIn(after).keys());
        expect(reread).toEqual(readModel(after));
        const placedAnew = pair.readPlaced();
        expect([...placedAnew.values()]).toEqual(IDS.task.map((id) => placedIn(after, id)));
        // An empty view announces `everything`, so there is nothing to compare.
        if (topics.has('everything')) continue;
        // An edit is announced even when it writes the value that was there.
        const edited = step === 'own' ? editedTopics(some) : [];
        // Another test covers the trash.
        const told = new Set([...topics].filter((topic) => topic !== 'trash' && !edited.includes(topic)));
        const changed = new Set([...changedTopics(before, after)].filter((topic) => !edited.includes(topic)));
        expect(told).toEqual(changed);
        const replaced = [...reread].filter(([topic, value]) => value !== read.get(topic));
        expect(replaced.filter(([topic]) => !topics.has(topic))).toEqual([]);
        const otherSubTasks = [...placedAnew].filter(([topic, task]) => {
          const old = placed.get(topic);
          return task !== old && typeof (task ?? old)?.parentId === 'string';
        });
        expect(otherSubTasks.filter(([topic]) => !topics.has(topic))).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
}, 30_000);
