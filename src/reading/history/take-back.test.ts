import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MutationRejected } from '#src/domain/errors.ts';
import { TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { isThere, type FindRow } from '#src/tables/kit/row.ts';
import { emptyRows, takeIn, type Overlay } from '#src/tables/kit/overlay.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import { settableIn } from '#src/tables/settable-values.ts';
import { placedTask } from '#src/tables/task/task.ts';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import { collection, mutation, overlayOver, sampleId, task } from '#src/sync/testing/samples.ts';
import type { RowHistory } from './history.ts';
import { rowHistoriesOf } from './row-history.ts';
import { takeBack } from './take-back.ts';

/** Runs mutations, and returns what the history keeps of them, newest first. */
function run(overlay: Overlay, mutations: readonly Mutation[]): RowHistory[] {
  return mutations
    .flatMap((each) => {
      try {
        return [rowHistoriesOf(overlay.run(each))];
      } catch (error) {
        if (error instanceof MutationRejected) return [];
        throw error;
      }
    })
    .toReversed()
    .flat();
}

const finderIn =
  (overlay: Overlay): FindRow =>
  (table, id) =>
    overlay.get(table, id);

function apply(overlay: Overlay, operations: readonly Operation[]): void {
  for (const [n, operation] of operations.entries())
    overlay.run({ ...operation, id: sampleId('mutation', 500 + n) });
}

/** The rows that the user sees: their texts, places and completion. */
function seen(overlay: Overlay) {
  const find = finderIn(overlay);
  const shapeOf = (table: TableName, row: AnyRow) => {
    const { collectionId, completedAt } = table === 'task' ? placedTask(row as never, find) : row;
    return {
      ...settableIn(table, row as never),
      labels: row['labels'],
      collectionId,
      isDone: completedAt !== null,
    };
  };
  return TABLE_NAMES.filter((table) => table !== 'setting' && table !== 'dismissal').flatMap((table) =>
    [...overlay.rows(table)]
      .filter((row: AnyRow) => isThere(table, row, find))
      .map((row: AnyRow) => [table, row.id, shapeOf(table, row)] as const)
      .toSorted((a, b) => (a[1] < b[1] ? -1 : 1)),
  );
}

const home = () => {
  const rows = emptyRows();
  takeIn(rows, { collection: [collection(1)], task: [task(2, { name: 'Sweep', priority: 3 })] });
  return overlayOver(rows);
};
const edit = (n: number, changes: object) =>
  mutation(n, 'task.edit', { id: sampleId('task', 2), changes, at: n });

test('[H2] an edit is taken back over later edits of other fields', () => {
  const overlay = home();
  const first = run(overlay, [edit(10, { name: 'Dust', priority: 1 })]);
  run(overlay, [edit(11, { priority: 2, description: 'Soon' })]);

  const { operations, kept } = takeBack(first, finderIn(overlay), 50);

  expect(operations).toEqual([
    { name: 'task.edit', args: { id: sampleId('task', 2), changes: { name: 'Sweep' }, at: 50 } },
  ]);
  expect(kept).toEqual([]);
});

test('[H2] a change that was changed again stays, and this is told', () => {
  const overlay = home();
  const first = run(overlay, [edit(10, { name: 'Dust' })]);
  run(overlay, [edit(11, { name: 'Mop' })]);

  expect(takeBack(first, finderIn(overlay), 50)).toEqual({
    operations: [],
    kept: [{ table: 'task', id: sampleId('task', 2), why: 'changed' }],
  });
});

test('[H2] an addition is taken back by a deletion, and a deletion by a restoration', () => {
  const overlay = home();
  const added = run(overlay, [
    mutation(10, 'task.add', {
      id: sampleId('task', 3),
      name: 'Mop',
      description: '',
      date: null,
      collectionId: sampleId('collection', 1),
      at: 10,
    }),
  ]);
  const deleted = run(overlay, [mutation(11, 'task.delete', { id: sampleId('task', 2), at: 11 })]);

  const { operations } = takeBack([...deleted, ...added], finderIn(overlay), 50);
  apply(overlay, operations);

  expect(overlay.get('task', sampleId('task', 2))?.deletedAt).toBeNull();
  expect(overlay.get('task', sampleId('task', 3))?.deletedAt).toBe(50);
});

test('[H2] the first choice of a setting is taken back to none, unless another was made since', () => {
  const overlay = home();
  const set = (n: number, value: string) => mutation(n, 'setting.set', { id: 'theme', value, at: n });
  const first = run(overlay, [set(10, 'dark')]);

  expect(takeBack(first, finderIn(overlay), 50).operations).toEqual([
    { name: 'setting.set', args: { id: 'theme', value: '', at: 50 } },
  ]);
  run(overlay, [set(11, 'light')]);
  expect(takeBack(first, finderIn(overlay), 50)).toEqual({
    operations: [],
    kept: [{ table: 'setting', id: 'theme', why: 'changed' }],
  });
});

test('[H2] a row that is gone for good is told', () => {
  const overlay = home();
  const id = sampleId('task', 2);
  const first = run(overlay, [edit(10, { name: 'Dust' })]);
  run(overlay, [mutation(11, 'task.delete', { id, at: 11 }), mutation(12, 'task.purge', { id, at: 12 })]);

  expect(takeBack(first, finderIn(overlay), 50)).toEqual({
    operations: [],
    kept: [{ table: 'task', id, why: 'gone' }],
  });
});

test('[H2] all changes since a time taken back give the rows of that time', () => {
  let compared = 0;
  fc.assert(
    fc.property(anyMutations(), anyMutations(), (before, since) => {
      const overlay = overlayOver(emptyRows());
      run(overlay, before);
      const then = seen(overlay);
      const history = run(overlay, since);
      const { operations, kept } = takeBack(history, finderIn(overlay), 9_000);
      // Nothing brings back what was purged, and names may be taken by rows that stay.
      if (kept.length > 0) return;
      try {
        apply(overlay, operations);
      } catch (error) {
        if (error instanceof MutationRejected) return;
        throw error;
      }
      compared += 1;
      expect(seen(overlay)).toEqual(then);
    }),
    { numRuns: 500 },
  );
  expect(compared).toBeGreaterThan(200);
});
