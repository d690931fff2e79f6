import { expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { addCollection, addTasks, sampleId } from '#src/sync/testing/samples.ts';
import { IMPORT_SLICE } from '#src/sync/client/background/stored-import.ts';
import { takeImportBack } from '#src/web/data/take-back-import.ts';
import { runImport } from './run-import.ts';

const TASKS = 230;
const home = sampleId('collection', 1);

const operations: readonly Operation[] = [addCollection(1), ...addTasks(TASKS)];

const plan = {
  done: 0,
  all: operations.length,
  id: newId(),
  isStored: false,
  operations: (start: number, count: number) => Promise.resolve(operations.slice(start, start + count)),
};

const tasksIn = (replica: Replica) => replica.lists.inCollection(home).length;

test('[I7] an import that was stopped goes on with the rest, and tells its progress', async () => {
  const { replica } = await harness.device().openTab();
  const stopping = new AbortController();
  const seen: number[] = [];

  const onProgress = ({ done }: { done: number }) => {
    seen.push(done);
    stopping.abort();
  };
  const first = await harness.finish(runImport(replica, plan, onProgress, stopping.signal));
  expect([seen, first.rows.length, first.isWhole, tasksIn(replica)]).toEqual([
    [IMPORT_SLICE],
    IMPORT_SLICE,
    false,
    IMPORT_SLICE - 1,
  ]);

  const rest = await harness.finish(runImport(replica, plan, () => {}, new AbortController().signal));
  expect([rest.isWhole, tasksIn(replica)]).toEqual([true, TASKS]);
});

test('[I6] an import of any size is taken back as one change, but for a task that was changed since', async () => {
  const { replica } = await harness.device().openTab();
  const run = runImport(replica, plan, () => {}, new AbortController().signal);
  const { rows: imported } = await harness.finish(run);
  expect(imported).toHaveLength(TASKS + 1);
  await harness.finish(replica.mutate('task.complete', { id: sampleId('task', 3), at: 9_000 }));

  const took = await harness.finish(takeImportBack(replica, imported));

  expect(took.kept).toEqual([
    { table: 'task', id: sampleId('task', 3), why: 'changed' },
    { table: 'collection', id: home, why: 'used' },
  ]);
  expect([tasksIn(replica), [...replica.lists.completed.each()].length]).toEqual([0, 1]);
  await harness.finish(replica.history.undo(took.entryId ?? ''));
  expect(tasksIn(replica)).toBe(TASKS - 1);
});
