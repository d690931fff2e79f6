import { expect, test } from 'vitest';
import type { HistoryEntry, RowHistory } from '#src/reading/history/history.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { mutation, sampleId } from '#src/sync/testing/samples.ts';
import { takeBackEntries } from './take-back.ts';

const task = (n: number) => sampleId('task', n);

function entry(operation: HistoryEntry['operation'], ...rows: readonly RowHistory[]): HistoryEntry {
  return { cursor: '1.0', at: 1, source: 'Import', operation, rows };
}

const renamed = (n: number, before: string, after: string) =>
  entry('task.edit', { table: 'task', id: task(n), before: { name: before }, after: { name: after } });

test('[H2] entries of the history are taken back as one change, which one undo brings back', async () => {
  const { replica } = (await harness.deviceWithTasks(3)).tab;
  const nameOf = (n: number) => replica.get('task', task(n))?.name;
  for (const n of [1, 2, 3])
    await harness.perform(
      mutation(20 + n, 'task.edit', { id: task(n), changes: { name: `New ${n}` }, at: 9 }),
      replica,
    );
  await harness.perform(
    mutation(30, 'task.edit', { id: task(3), changes: { name: 'Mine' }, at: 10 }),
    replica,
  );
  const entries = [3, 2, 1].map((n) => renamed(n, `Task ${n}`, `New ${n}`));

  const { entryId, kept, rejected } = await harness.finish(takeBackEntries(replica, entries));

  expect([1, 2, 3].map(nameOf)).toEqual(['Task 1', 'Task 2', 'Mine']);
  expect(kept).toEqual([{ table: 'task', id: task(3), why: 'changed' }]);
  expect(rejected).toEqual([]);
  await harness.finish(replica.history.undo(entryId ?? ''));
  expect([1, 2, 3].map(nameOf)).toEqual(['New 1', 'New 2', 'Mine']);
});

test('[H2] a row that is gone stops no other, and is told', async () => {
  const { replica } = (await harness.deviceWithTasks(1)).tab;
  const gone = entry('task.add', { table: 'task', id: task(9), before: null, after: { name: 'Gone' } });

  const took = await harness.finish(takeBackEntries(replica, [gone, renamed(1, 'Before', 'Task 1')]));

  expect(took.kept).toEqual([{ table: 'task', id: task(9), why: 'gone' }]);
  expect(replica.get('task', task(1))?.name).toBe('Before');
});
