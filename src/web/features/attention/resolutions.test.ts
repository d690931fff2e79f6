import { expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { Mutation } from '#src/tables/operations.ts';
import {
  collection as sampleCollection,
  sampleId,
  task as sampleTask,
  taskIds,
} from '#src/sync/testing/samples.ts';
import type { AddMutation } from '#src/web/data/rejected-add.ts';
import type { Lookup } from './describe-mutation.ts';
import { addBefore, needsCollection, reasonOf, stepsOf, resolutionOf } from './resolutions.ts';

const date = parseCalendarDay('2026-11-25')!;
const collection = sampleCollection(1, { name: 'Home' });
const task = sampleTask(1, { name: 'Buy milk', date, deletedAt: 9 });
const [live, gone] = [sampleId('collection', 1), sampleId('collection', 2)];
const [inLive, inGone, active, completed] = taskIds(1, 2, 5, 6) as [string, string, string, string];
const tasks: readonly Task[] = [
  { ...task, id: inLive, collectionId: live },
  { ...task, id: inGone, collectionId: gone },
  { ...task, id: active, collectionId: live, deletedAt: null },
  { ...task, id: completed, collectionId: gone, completedAt: 8, deletedAt: null },
];
const known: Lookup = {
  task: (id) => tasks.find((task) => task.id === id),
  collection: (id) =>
    id === live || id === gone ? { ...collection, id, deletedAt: id === gone ? 5 : null } : undefined,
  rejectedAdd: (id) => (id === addToLive.args.id ? addToLive : undefined),
  get: () => undefined,
  named: () => undefined,
  rows: () => [],
  isPurged: () => false,
};

const edit = (id: string, changes = {}): Mutation => ({
  id: sampleId('mutation', 1),
  name: 'task.edit',
  args: { id, changes, at: 1 },
});
const add = {
  id: sampleId('mutation', 2),
  name: 'task.add' as const,
  args: { id: sampleId('task', 3), name: 'Buy milk', description: '', date, collectionId: gone, at: 1 },
};

const addToLive: AddMutation = { ...add, args: { ...add.args, collectionId: live } };

/** The addition that precedes restoring a deleted task, in case the server has purged it. */
const addBack = (id: string) => ({
  name: 'task.add',
  args: { id, name: 'Buy milk', date, collectionId: live, at: 7 },
});

test('a task for a deleted collection goes to another one', () => {
  expect(resolutionOf({ mutation: add, code: 'COLLECTION_GONE', at: 0 }, known)).toBe('move');
  expect(needsCollection('move', add, known)).toBe(true);
  expect(stepsOf('move', add, known, live, 7)).toEqual([
    { name: 'task.add', args: { ...add.args, collectionId: live, at: 7 } },
  ]);
});

test('the completion of a task that is fully gone has no resolution', () => {
  const mutation: Mutation = {
    id: sampleId('mutation', 1),
    name: 'task.complete',
    args: { id: sampleId('task', 99), at: 1 },
  };
  expect(resolutionOf({ mutation, code: 'GONE', at: 0 }, known)).toBeNull();
});

test('a task moved to a deleted collection is moved to another one, with the rest of the edit', () => {
  const mutation = edit(inLive, { name: 'Oat milk', collectionId: gone });
  expect(stepsOf('move', mutation, known, live, 7)).toEqual([
    {
      name: 'task.edit',
      args: { id: inLive, changes: { name: 'Oat milk', collectionId: live }, at: 7 },
    },
  ]);
});

test('an edit of a deleted task can restore it to its place', () => {
  const mutation = edit(inLive, { name: 'Oat milk' });
  expect(resolutionOf({ mutation, code: 'GONE', at: 0 }, known)).toBe('restore');
  expect(needsCollection('restore', mutation, known)).toBe(false);
  expect(stepsOf('restore', mutation, known, '', 7)).toEqual([
    addBack(inLive),
    { name: 'task.restore', args: { id: inLive, collectionId: live, at: 7 } },
    { name: 'task.edit', args: { id: inLive, changes: { name: 'Oat milk' }, at: 7 } },
  ]);
});

test('when its collection is deleted too, the task comes back into the chosen one', () => {
  const mutation = edit(inGone, { name: 'Oat milk' });
  expect(needsCollection('restore', mutation, known)).toBe(true);
  expect(stepsOf('restore', mutation, known, live, 7)[1]).toEqual({
    name: 'task.restore',
    args: { id: inGone, collectionId: live, at: 7 },
  });
});

test('an active task of a deleted collection is restored into another one, for any mutation', () => {
  const went: Lookup = { ...known, task: (id) => ({ ...task, id, collectionId: gone, deletedAt: null }) };
  const reopen: Mutation = {
    id: sampleId('mutation', 1),
    name: 'task.reopen',
    args: { id: active, collectionId: gone, at: 1 },
  };
  for (const mutation of [edit(active, { name: 'Oat milk' }), reopen]) {
    expect(resolutionOf({ mutation, code: 'GONE', at: 0 }, went)).toBe('restore');
    expect(needsCollection('restore', mutation, went)).toBe(true);
  }
  const restore: Mutation = { ...reopen, name: 'task.restore' };
  expect(resolutionOf({ mutation: restore, code: 'COLLECTION_GONE', at: 0 }, went)).toBe('move');
});

test('an edit that moved the task is restored to the place it wanted', () => {
  expect(needsCollection('restore', edit(inGone, { collectionId: live }), known)).toBe(false);
  const third = stepsOf('restore', edit(inLive, { collectionId: gone }), known, live, 7)[2];
  expect(third).toEqual({
    name: 'task.edit',
    args: { id: inLive, changes: { collectionId: live }, at: 7 },
  });
});

test('a deleted task can be restored and reopened, at the wanted place or in a collection that is there', () => {
  const reopen = (collectionId: string): Mutation => ({
    id: sampleId('mutation', 1),
    name: 'task.reopen',
    args: { id: inGone, collectionId, at: 1 },
  });
  expect(resolutionOf({ mutation: reopen(live), code: 'GONE', at: 0 }, known)).toBe('restore');
  expect(needsCollection('restore', reopen(live), known)).toBe(false);
  expect(needsCollection('restore', reopen(gone), known)).toBe(true);
  const steps = [
    addBack(inGone),
    { name: 'task.restore', args: { id: inGone, collectionId: live, at: 7 } },
    { name: 'task.reopen', args: { id: inGone, collectionId: live, at: 7 } },
  ];
  expect(stepsOf('restore', reopen(live), known, '', 7)).toEqual(steps);
  expect(stepsOf('restore', reopen(gone), known, live, 7)).toEqual(steps);
});

test('a task to reopen in a deleted collection is reopened in another one', () => {
  const mutation: Mutation = {
    id: sampleId('mutation', 1),
    name: 'task.reopen',
    args: { id: completed, collectionId: gone, at: 1 },
  };
  expect(resolutionOf({ mutation, code: 'COLLECTION_GONE', at: 0 }, known)).toBe('move');
  expect(stepsOf('move', mutation, known, live, 7)).toEqual([
    { name: 'task.reopen', args: { id: completed, collectionId: live, at: 7 } },
  ]);
});

test('a row that is there again is not restored once more: its edit is retried', () => {
  expect(resolutionOf({ mutation: edit(active), code: 'GONE', at: 0 }, known)).toBe('again');
  expect(resolutionOf({ mutation: rename(live), code: 'COLLECTION_GONE', at: 0 }, known)).toBe('again');
});

test('an edit of a restored task, to a deleted collection, goes to another one', () => {
  const mutation = edit(active, { collectionId: gone });
  expect(resolutionOf({ mutation, code: 'GONE', at: 0 }, known)).toBe('move');
});

test('an edit to a deleted collection restores a task that was deleted since', () => {
  const mutation = edit(inLive, { collectionId: gone });
  expect(resolutionOf({ mutation, code: 'COLLECTION_GONE', at: 0 }, known)).toBe('restore');
});

test('changes of a task that was not added wait for it, and say so', () => {
  const mutation = edit(add.args.id, { name: 'Oat milk' });
  const rejection = { mutation, code: 'GONE', at: 0 } as const;
  expect(addBefore(mutation, known)).toBe(addToLive);
  expect(resolutionOf(rejection, known)).toBeNull();
  expect(reasonOf(rejection, known)).toBe(
    'The task was not added. This change is sent or discarded together with it.',
  );
  const added: Lookup = { ...known, task: (id) => ({ ...task, id, collectionId: live, deletedAt: null }) };
  expect(addBefore(mutation, added)).toBeUndefined();
  expect(resolutionOf(rejection, added)).toBe('again');
});

test('a mutation beyond a limit goes to another collection once its own is deleted', () => {
  expect(resolutionOf({ mutation: add, code: 'TASK_LIMIT', at: 0 }, known)).toBe('move');
});

test.each(['task.reopen', 'task.restore'] as const)(
  'a %s of an active task asks for no collection, as it changes nothing',
  (name) => {
    const mutation = { id: sampleId('mutation', 1), name, args: { id: active, collectionId: gone, at: 1 } };
    expect(resolutionOf({ mutation, code: 'GONE', at: 0 }, known)).toBe('again');
  },
);

const rename = (id: string): Mutation => ({
  id: sampleId('mutation', 1),
  name: 'collection.edit',
  args: { id, changes: { name: 'House' }, at: 1 },
});

test('an edit of a deleted collection can bring it back', () => {
  expect(resolutionOf({ mutation: rename(gone), code: 'COLLECTION_GONE', at: 0 }, known)).toBe('restore');
  expect(needsCollection('restore', rename(gone), known)).toBe(false);
  expect(stepsOf('restore', rename(gone), known, '', 7)).toEqual([
    { name: 'collection.restore', args: { id: gone, at: 7 } },
    { name: 'collection.edit', args: { id: gone, changes: { name: 'House' }, at: 7 } },
  ]);
});

test('a collection that is fully gone can neither be edited nor restored', () => {
  const restore: Mutation = {
    id: sampleId('mutation', 1),
    name: 'collection.restore',
    args: { id: 'unknown', at: 1 },
  };
  expect(resolutionOf({ mutation: rename('unknown'), code: 'COLLECTION_GONE', at: 0 }, known)).toBeNull();
  expect(resolutionOf({ mutation: restore, code: 'COLLECTION_GONE', at: 0 }, known)).toBeNull();
});

test.each<[Mutation, RejectionCode]>([
  [rename(live), 'DUPLICATE_COLLECTION'],
  [
    { id: sampleId('mutation', 1), name: 'collection.restore', args: { id: gone, at: 1 } },
    'DUPLICATE_COLLECTION',
  ],
  [
    { id: sampleId('mutation', 1), name: 'collection.restore', args: { id: gone, at: 1 } },
    'COLLECTION_LIMIT',
  ],
  [{ id: sampleId('mutation', 1), name: 'collection.restore', args: { id: gone, at: 1 } }, 'TASK_LIMIT'],
])('%j rejected as %s can be tried again once there is room for it', (mutation, code) => {
  expect(resolutionOf({ mutation, code, at: 0 }, known)).toBe('again');
  expect(stepsOf('again', mutation, known, '', 7)).toEqual([
    { name: mutation.name, args: { ...mutation.args, at: 7 } },
  ]);
});

test('a task that is fully gone cannot be restored', () => {
  expect(resolutionOf({ mutation: edit('unknown'), code: 'GONE', at: 0 }, known)).toBeNull();
});

test('a mutation beyond a limit, or with a taken name, can be retried with a new time', () => {
  expect(resolutionOf({ mutation: addToLive, code: 'TASK_LIMIT', at: 0 }, known)).toBe('again');
  const mutation: Mutation = {
    id: sampleId('mutation', 1),
    name: 'collection.add',
    args: { id: sampleId('collection', 3), name: 'Home', color: '#FFCC33', at: 1 },
  };
  expect(resolutionOf({ mutation, code: 'DUPLICATE_COLLECTION', at: 0 }, known)).toBe('again');
  expect(stepsOf('again', mutation, known, '', 7)).toEqual([
    { name: 'collection.add', args: { ...mutation.args, at: 7 } },
  ]);
});

test('a mutation of another version is retried once this one knows it, else only copied and discarded', () => {
  const unknown = { ...add, name: 'task.archive' } as unknown as Mutation;
  const widened = { ...add, args: { ...add.args, mood: 1 } } as unknown as Mutation;
  expect(resolutionOf({ mutation: addToLive, code: 'INVALID', at: 0 }, known)).toBe('again');
  for (const mutation of [unknown, widened]) {
    expect(resolutionOf({ mutation, code: 'INVALID', at: 0 }, known)).toBeNull();
    expect(resolutionOf({ mutation, code: 'COLLECTION_GONE', at: 0 }, known)).toBeNull();
  }
});
