import { TaskLists } from '#src/reading/lists/task-lists.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { byTable, TABLE_NAMES, type TableName } from '#src/tables/tables.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { listsOf } from '#src/tables/kit/overlay.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import { anyMutations, pieces } from '#src/sync/testing/arbitrary-mutations.ts';
import { Model } from '#src/sync/testing/model.ts';
import { listNames, readLists } from '#src/sync/testing/naive-lists.ts';
import { addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { View } from './view.ts';

const TODAY = '2026-06-15' as CalendarDay;
const COLLECTIONS = [1, 2, 3].map((n) => sampleId('collection', n));
const TASKS = [1, 2, 3, 4, 5].map((n) => sampleId('task', n));

/** A view over one collection with `waiting` on top. `runs` counts how often each of these mutations ran. */
function setUp(waiting: readonly Mutation[]) {
  const runs = waiting.map(() => 0);
  const outbox = waiting.map(({ args, ...rest }, i) =>
    Object.defineProperty({ ...rest, args } as Mutation, 'args', {
      get() {
        runs[i]! += 1;
        return args;
      },
    }),
  );
  const view = new View(TaskLists.of(TODAY));
  view.rebase({ from: 0, rows: { collection: [collection(1)], task: [] } }, outbox);
  runs.fill(0);
  return { view, outbox, runs };
}

const rename = (n: number, name: string) =>
  mutation(n, 'task.edit', { id: sampleId('task', 1), changes: { name }, at: n });

test('[W8] waiting mutations do not run again when the server settled the others as the device did', () => {
  const { view, outbox, runs } = setUp([addTask(1), addTask(2), rename(3, 'Mine'), addTask(4)]);
  const shown = [view.get('task', TASKS[0]!), view.get('task', TASKS[1]!)];

  const topics = view.rebase(
    { from: 1, rows: { collection: [], task: [task(1), task(2)] } },
    outbox.slice(2),
  );

  expect(topics).toEqual(new Set());
  expect(runs.slice(2)).toEqual([0, 0]);
  expect(view.get('task', TASKS[0]!)).toBe(shown[0]);
  expect(view.get('task', TASKS[1]!)).toBe(shown[1]);
  expect(view.countPaged()).toBe(2);
});

test.each([
  { title: 'rejected one mutation', tasks: [task(2)] },
  { title: 'wrote another value', tasks: [task(1, { name: 'Theirs' }), task(2)] },
  { title: 'also sent a row of another device', tasks: [task(1), task(2), task(5)] },
])('[W8] all waiting mutations run again when the server $title', ({ tasks }) => {
  const { view, outbox, runs } = setUp([addTask(1), addTask(2), addTask(4), rename(3, 'Mine')]);

  view.rebase({ from: 1, rows: { task: tasks } }, outbox.slice(2));

  expect(runs.slice(2)).toEqual([1, 1]);
});

test('[W8] a row that is changed and changed back shows its last state while each change is settled', () => {
  const { view, outbox } = setUp([addTask(1), rename(1, 'Between'), rename(1, 'Task 1')]);
  const shown = view.get('task', TASKS[0]!);

  view.rebase({ from: 1, rows: { collection: [], task: [task(1)] } }, outbox.slice(1));
  expect(view.get('task', TASKS[0]!)).toBe(shown);
  view.rebase({ from: 2, rows: { collection: [], task: [task(1, { name: 'Between' })] } }, outbox.slice(2));
  expect(view.get('task', TASKS[0]!)).toBe(shown);
  view.rebase({ from: 3, rows: { collection: [], task: [task(1)] } }, []);
  expect(view.get('task', TASKS[0]!)).toBe(shown);
});

/** All data that a screen can read. */
function read(view: View<TaskLists>) {
  return [
    ...readLists(view.lists, listNames(COLLECTIONS)),
    view.lists.collections.all(),
    ...COLLECTIONS.map((id) => view.get('collection', id)),
    ...TASKS.map((id) => view.get('task', id)),
    view.countPaged(),
  ];
}

function rowsOf(model: Model) {
  return structuredClone({ rows: listsOf(model) });
}

/** The rows that `apply` changes on the server, as in a patch. */
function changes(server: Model, apply: () => void) {
  const before = new Set<unknown>(TABLE_NAMES.flatMap((table) => [...server[table].values()]));
  apply();
  const newOf = (table: TableName) => [...server[table].values()].filter((row) => !before.has(row));
  return structuredClone({ rows: byTable(newOf) as unknown as RowLists });
}

/** A view that has shown other rows before, so it can take no shortcut. */
function replayedInFull({ rows }: { rows: RowLists }, outbox: readonly Mutation[]): View<TaskLists> {
  const view = new View(TaskLists.of(TODAY));
  view.rebase({ from: 0, rows: { collection: [collection(9)] } }, []);
  view.rebase({ from: 0, rows }, outbox);
  return view;
}

test('[W8] a view without rows begins with the same state as a full replay', () => {
  fc.assert(
    fc.property(anyMutations(20), anyMutations(20), (first, outbox) => {
      const server = new Model();
      for (const some of first) server.apply(some);
      const view = new View(TaskLists.of(TODAY));
      const topics = view.rebase({ from: 0, ...rowsOf(server) }, outbox);
      expect(topics).toEqual(new Set(['everything']));
      expect(read(view)).toEqual(read(replayedInFull(rowsOf(server), outbox)));
    }),
    { numRuns: 300 },
  );
}, 30_000);

test('[W8] after each settled batch, the view shows the same as a full replay over the confirmed rows', () => {
  const anyTheirs = fc.array(fc.option(anyMutations(2), { freq: 3, nil: [] }), { maxLength: 10 });
  fc.assert(
    fc.property(
      anyMutations(10),
      anyMutations(60),
      fc.array(fc.nat(), { maxLength: 10 }),
      anyTheirs,
      (first, waiting, cuts, theirs) => {
        const server = new Model();
        for (const some of first) server.apply(some);
        const view = new View(TaskLists.of(TODAY));
        view.rebase({ from: 0, ...rowsOf(server) }, waiting);
        let outbox = waiting;
        for (const [i, batch] of pieces(waiting, cuts, 12).entries()) {
          outbox = outbox.slice(batch.length);
          const incoming = changes(server, () => {
            for (const some of [...(theirs[i] ?? []), ...batch]) server.apply(some);
          });
          view.rebase({ from: i + 1, ...incoming }, outbox);
          expect(read(view)).toEqual(read(replayedInFull(rowsOf(server), outbox)));
        }
      },
    ),
    { numRuns: 300 },
  );
}, 30_000);
