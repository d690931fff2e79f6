import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MutationRejected } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { byTable } from '#src/tables/tables.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import { addCollection, addTask, mutation, overlayOver, sampleId, task } from '#src/sync/testing/samples.ts';
import { home, NOTHING, NOW, plan, rowsOf, viewAfter, walk } from '#src/file/testing/import-harness.ts';
import { existingRowsOf } from './existing-rows.ts';
import { planImport } from './plan-import.ts';

/** The numbers of rows by which the server compares with its limits. */
function countedBy(mutations: readonly Mutation[]) {
  const overlay = overlayOver();
  for (const each of mutations) {
    try {
      overlay.run(each);
    } catch (error) {
      if (!(error instanceof MutationRejected)) throw error;
    }
  }
  return byTable((table) => overlay.count(table));
}

const countsOf = (mutations: readonly Mutation[]) => {
  const existing = existingRowsOf(rowsOf(viewAfter(mutations)));
  return byTable((table) => existing.count(table));
};

test('the sub-tasks and the reminders of a deleted task count, as they do for the limits of the server', () => {
  const mutations = [
    addCollection(1),
    addTask(2, task(1)),
    addTask(3, task(2, { parentId: sampleId('task', 1) })),
    mutation(4, 'reminder.add', {
      id: sampleId('reminder', 1),
      taskId: sampleId('task', 2),
      minutesBefore: 5,
      at: 4,
    }),
    mutation(5, 'setting.set', { id: 'zone', value: 'Asia/Tokyo', at: 5 }),
    mutation(6, 'task.delete', { id: sampleId('task', 1), at: 6 }),
  ];

  expect(countsOf(mutations)).toMatchObject({ collection: 1, task: 1, reminder: 1, setting: 1 });
  expect(countsOf(mutations)).toEqual(countedBy(mutations));
});

test('rows count to the limits as on the server, after any changes', () => {
  fc.assert(
    fc.property(anyMutations(), (mutations) => {
      expect(countsOf(mutations)).toEqual(countedBy(mutations));
    }),
    { numRuns: 300 },
  );
});

test('a completed task of a deleted collection needs room for that collection', () => {
  const completed = {
    ...walk,
    collection: 'Old',
    collectionId: undefined,
    completedAt: '2026-06-14T10:00:00Z',
  };
  const file = { ...NOTHING, completedTasks: [completed] };
  const existing = existingRowsOf(rowsOf(viewAfter([])));
  const full = { ...existing, count: () => LIMITS.collections };

  expect(plan({ completedTasks: [completed] }, viewAfter([])).notes).toEqual([]);
  expect(planImport(file, full, NOW)).toMatchObject({ operations: [], notes: [{ reason: 'NO_COLLECTION' }] });
});

test('a setting that is not here needs room, and one that is here none', () => {
  const view = viewAfter([mutation(1, 'setting.set', { id: 'weekStart', value: 'sunday', at: 1 })]);
  const full = { ...existingRowsOf(rowsOf(view)), count: () => LIMITS.settings };
  const settings = [
    { id: 'weekStart', value: 'monday' },
    { id: 'theme', value: 'dark' },
  ];

  const made = planImport({ ...NOTHING, collections: [home], settings }, full, NOW);

  expect(made.operations).toMatchObject([{ name: 'setting.set', args: { id: 'weekStart' } }]);
  expect(made.notes).toMatchObject([
    { reason: 'TABLE_LIMIT' },
    { list: 'settings', place: 2, reason: 'TABLE_LIMIT' },
  ]);
});
