import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Mutation } from '#src/mutators/index.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import { anyMutation } from '#src/sync/testing/arbitrary-mutations.ts';
import { Model } from '#src/sync/testing/model.ts';
import { changedLists, naiveLists, readLists, shapeOf } from '#src/sync/testing/naive-lists.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import type { Topic } from './topics.ts';
import { View } from './view.ts';

const TODAY = '2026-06-15' as CalendarDay;
const COLLECTIONS = [1, 2, 3].map((n) => sampleId('collection', n));
const TASKS = [1, 2, 3, 4, 5].map((n) => sampleId('task', n));
const SETTINGS = ['theme', 'weekStart'];

const confirmed = (rows: RowLists = {}) => ({ from: 0, rows: { collection: [collection(1)], ...rows } });
const rename = (n: number, name: string) =>
  mutation(n, 'task.edit', { id: sampleId('task', 1), changes: { name }, at: n });

describe('View', () => {
  test('[W1] a mutation shows at once, and says what changed', () => {
    const view = new View(TODAY);
    view.rebase(confirmed(), []);

    const topics = view.run(addTask(2, task(1)));

    expect(topics).toEqual(new Set(['today', `in:${COLLECTIONS[0]}`, `task:${TASKS[0]}`]));
    expect(view.get('task', TASKS[0]!)).toEqual(task(1));
    expect(view.lists.today()).toEqual([TASKS[0]]);
  });

  test('a mutation that is refused changes nothing, and says why', () => {
    const view = new View(TODAY);
    view.rebase(confirmed(), []);
    const before = [view.lists.collections(), view.lists.today()];

    expect(() => view.run(addCollection(2, collection(2, { name: 'Collection 1' })))).toThrow(
      'Collection with the same name already exists!',
    );

    expect(view.lists.collections()).toBe(before[0]);
    expect(view.lists.today()).toBe(before[1]);
  });

  test('[W8] a mutation that throws on replay is passed over, and those after it are replayed', () => {
    const view = new View(TODAY);
    view.rebase(confirmed({ task: [task(1)] }), []);
    const fromNewerApp = {
      id: sampleId('mutation', 9),
      name: 'task.explode',
      args: {},
    } as unknown as Mutation;
    const outbox = [rename(2, 'Mine'), fromNewerApp, addTask(3, task(2))];
    view.run(outbox[0]!);

    const incoming = { from: 1, rows: { task: [task(1, { deletedAt: 50 })] } };
    const topics = view.rebase(incoming, outbox);

    expect(view.get('task', TASKS[0]!)).toEqual(task(1, { deletedAt: 50 }));
    expect(view.lists.today()).toEqual([TASKS[1]]);
    expect(topics).toEqual(
      new Set(['today', `in:${COLLECTIONS[0]}`, `task:${TASKS[0]}`, `task:${TASKS[1]}`]),
    );
  });

  test('[W8] a mutation that could not run holds again once it can', () => {
    const view = new View(TODAY);
    const outbox = [addTask(2, task(1))];
    view.rebase(null, outbox);
    expect(view.get('task', TASKS[0]!)).toBeUndefined();

    view.rebase(confirmed(), outbox);

    expect(view.get('task', TASKS[0]!)).toEqual(task(1));
  });

  test('a waiting change stays on top of what comes in, field by field', () => {
    const view = new View(TODAY);
    view.rebase(confirmed({ task: [task(1)] }), []);
    view.run(rename(2, 'Mine'));

    const theirs = task(1, { name: 'Theirs', description: 'Theirs', updatedAt: 40 });
    view.rebase({ from: 1, rows: { task: [theirs] } }, [rename(2, 'Mine')]);

    expect(view.get('task', TASKS[0]!)).toEqual({ ...theirs, name: 'Mine', updatedAt: 2 });
  });

  test('an acknowledged change that comes back as it was shown changes nothing on the screen', () => {
    const view = new View(TODAY);
    view.rebase(confirmed(), []);
    view.run(addTask(2, task(1)));
    const shown = view.get('task', TASKS[0]!);

    const topics = view.rebase({ from: 1, rows: { task: [task(1)] } }, []);

    expect(topics).toEqual(new Set());
    expect(view.get('task', TASKS[0]!)).toBe(shown);
  });

  test('a replayed row stays the same object while it stays the same', () => {
    const view = new View(TODAY);
    view.rebase(confirmed(), []);
    const outbox = [addTask(2, task(1)), addCollection(3, collection(2))];
    for (const waiting of outbox) view.run(waiting);
    const shown = [
      view.get('task', TASKS[0]!),
      view.get('collection', COLLECTIONS[1]!),
      view.lists.collections(),
    ];

    const topics = view.rebase({ from: 1, rows: { task: [task(2)] } }, outbox);

    expect(topics).toEqual(new Set(['today', `in:${COLLECTIONS[0]}`, `task:${TASKS[1]}`]));
    expect(view.get('task', TASKS[0]!)).toBe(shown[0]);
    expect(view.get('collection', COLLECTIONS[1]!)).toBe(shown[1]);
    expect(view.lists.collections()).toBe(shown[2]);
  });

  test('rows from 0 replace all there were, under the outbox', () => {
    const view = new View(TODAY);
    view.rebase(confirmed({ task: [task(1), task(2)] }), []);
    const topics = view.rebase(confirmed({ task: [task(2)] }), [addTask(3)]);

    expect(view.get('task', TASKS[0]!)).toBeUndefined();
    expect(view.lists.today()).toEqual([TASKS[1], TASKS[2]]);
    expect(topics).toEqual(
      new Set(['today', `in:${COLLECTIONS[0]}`, `task:${TASKS[0]}`, `task:${TASKS[2]}`]),
    );
  });

  test('collections come by their position, without the deleted ones', () => {
    const view = new View(TODAY);
    view.rebase(
      confirmed({
        collection: [
          collection(2, { position: 5 }),
          collection(3, { position: -0.5 }),
          collection(1, { position: 5 }),
          collection(4, { deletedAt: 9 }),
        ],
      }),
      [],
    );

    expect(view.lists.collections().map(({ id }) => id)).toEqual([
      COLLECTIONS[2],
      COLLECTIONS[0],
      COLLECTIONS[1],
    ]);
    expect(view.get('collection', sampleId('collection', 4))?.deletedAt).toBe(9);
  });
});

/** One device and its server: what happens is random, what the device must show is said by the model. */
class Pair {
  readonly view = new View(TODAY);
  readonly server = new Model();
  outbox: Mutation[] = [];
  version = 0;

  /** What the device must show: the confirmed rows with the outbox on top. */
  expected(): Model {
    const model = new Model();
    for (const row of this.server.collections.values()) model.collections.set(row.id, row);
    for (const row of this.server.tasks.values()) model.tasks.set(row.id, row);
    for (const row of this.server.settings.values()) model.settings.set(row.id, row);
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

  /** The server applies these, and the device hears of it, without the first `settled` of its outbox. */
  receive(applied: readonly Mutation[], settled = 0): Set<Topic> {
    const before = {
      collections: new Map(this.server.collections),
      tasks: new Map(this.server.tasks),
      settings: new Map(this.server.settings),
    };
    for (const some of applied) this.server.apply(some);
    this.outbox = this.outbox.slice(settled);
    const changed = <Row>(rows: Map<string, Row>, old: Map<string, Row>) =>
      [...rows].flatMap(([id, row]) => (old.get(id) === row ? [] : [structuredClone(row)]));
    this.version += 1;
    return this.view.rebase(
      {
        from: this.version,
        rows: {
          collection: changed(this.server.collections, before.collections),
          task: changed(this.server.tasks, before.tasks),
          setting: changed(this.server.settings, before.settings),
        },
      },
      this.outbox,
    );
  }

  resync(): Set<Topic> {
    const rows = structuredClone({
      collection: [...this.server.collections.values()],
      task: [...this.server.tasks.values()],
      setting: [...this.server.settings.values()],
    });
    return this.view.rebase({ from: 0, rows }, this.outbox);
  }

  /** Everything a screen can read, by topic. */
  read(): Map<Topic, unknown> {
    return new Map<Topic, unknown>([
      ...readLists(this.view.lists, COLLECTIONS),
      ['collections', this.view.lists.collections()],
      ...COLLECTIONS.map((id) => [`collection:${id}`, this.view.get('collection', id)] as const),
      ...TASKS.map((id) => [`task:${id}`, this.view.get('task', id)] as const),
      ...SETTINGS.map((id) => [`setting:${id}`, this.view.get('setting', id)] as const),
    ]);
  }
}

/** What a screen must read, by topic, from the model. */
function readModel(model: Model): Map<Topic, unknown> {
  const lists = naiveLists(model.liveTasks, TODAY, COLLECTIONS);
  const live = [...model.collections.values()].filter(({ deletedAt }) => deletedAt === null);
  return new Map<Topic, unknown>([
    ...[...lists].map(([name, tasks]) => [name, shapeOf(name, tasks)] as const),
    ['collections', live.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))],
    ...COLLECTIONS.map((id) => [`collection:${id}`, model.collections.get(id)] as const),
    ...TASKS.map((id) => [`task:${id}`, model.tasks.get(id)] as const),
    ...SETTINGS.map((id) => [`setting:${id}`, model.settings.get(id)] as const),
  ]);
}

/** The topics of which something differs between two models. */
function changedTopics(before: Model, after: Model): Set<Topic> {
  const topics = new Set<Topic>(
    changedLists(
      naiveLists(before.liveTasks, TODAY, COLLECTIONS),
      naiveLists(after.liveTasks, TODAY, COLLECTIONS),
    ),
  );
  const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  for (const id of TASKS) if (differ(before.tasks.get(id), after.tasks.get(id))) topics.add(`task:${id}`);
  for (const id of SETTINGS)
    if (differ(before.settings.get(id), after.settings.get(id))) topics.add(`setting:${id}`);
  for (const id of COLLECTIONS) {
    if (!differ(before.collections.get(id), after.collections.get(id))) continue;
    topics.add(`collection:${id}`).add('collections');
  }
  return topics;
}

function editedTopics({ name, args }: Mutation): Topic[] {
  if (name === 'task.edit') return [`task:${args.id}`];
  if (name === 'collection.edit') return [`collection:${args.id}`, 'collections'];
  return [];
}

test('[W8] whatever happens, the view is the confirmed rows plus the outbox, and says exactly what changed', () => {
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
        const read = pair.read();
        const some: Mutation = { ...random, id: sampleId('mutation', n) };
        const topics = {
          own: () => pair.mutate(some),
          theirs: () => pair.receive([some]),
          acknowledge: () => pair.receive(pair.outbox.slice(0, count), count),
          resync: () => pair.resync(),
        }[step]();

        const after = pair.expected();
        const reread = pair.read();
        expect(reread).toEqual(readModel(after));
        // Of a view that was empty, nobody has seen anything.
        if (topics.has('everything')) continue;
        // An edit that writes what was there already is told, as it was asked for.
        const edited = step === 'own' ? editedTopics(some) : [];
        const told = new Set([...topics].filter((topic) => !edited.includes(topic)));
        const changed = new Set([...changedTopics(before, after)].filter((topic) => !edited.includes(topic)));
        expect(told).toEqual(changed);
        const replaced = [...reread].filter(([topic, value]) => value !== read.get(topic));
        expect(replaced.filter(([topic]) => !topics.has(topic))).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
}, 30_000);
