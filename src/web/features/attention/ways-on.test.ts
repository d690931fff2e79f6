import { expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/calendar-day.ts';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { sampleId } from '#src/sync/testing/samples.ts';
import type { Lookup } from './describe-mutation.ts';
import { needsCollection, stepsOf, waysOn } from './ways-on.ts';

const date = parseCalendarDay('2026-11-25')!;
const collection = { name: 'Home', color: '#FFCC33', position: 0, createdAt: 0 } as const;
const task = {
  name: 'Buy milk',
  description: '',
  date,
  createdAt: 0,
  updatedAt: 0,
  completedAt: null,
  deletedAt: 9,
};
const [live, gone] = [sampleId('collection', 1), sampleId('collection', 2)];
const [inLive, inGone] = [sampleId('task', 1), sampleId('task', 2)];
const known: Lookup = {
  task: (id) =>
    id === inLive || id === inGone ? { ...task, id, collectionId: id === inLive ? live : gone } : undefined,
  collection: (id) =>
    id === live || id === gone ? { ...collection, id, deletedAt: id === gone ? 5 : null } : undefined,
  collectionName: () => 'Home',
};

const edit = (id: string, changes = {}): Mutation => ({
  id: sampleId('mutation', 1),
  name: 'task.edit',
  args: { id, changes, at: 1 },
});
const add: Mutation = {
  id: sampleId('mutation', 1),
  name: 'task.add',
  args: { id: sampleId('task', 3), name: 'Buy milk', description: '', date, collectionId: gone, at: 1 },
};

test('a task for a collection that is gone goes to another one', () => {
  expect(waysOn({ mutation: add, code: 'COLLECTION_GONE', at: 0 }, known)).toEqual(['move']);
  expect(needsCollection('move', add, known)).toBe(true);
  expect(stepsOf('move', add, known, live, 7)).toEqual([
    { name: 'task.add', args: { ...add.args, collectionId: live, at: 7 } },
  ]);
});

test('a task moved to a collection that is gone is moved to another one, with the rest of the edit', () => {
  const mutation = edit(inLive, { name: 'Oat milk', collectionId: gone });
  expect(stepsOf('move', mutation, known, live, 7)).toEqual([
    {
      name: 'task.edit',
      args: { id: inLive, changes: { name: 'Oat milk', collectionId: live }, at: 7 },
    },
  ]);
});

test('an edit of a deleted task can bring it back where it was', () => {
  const mutation = edit(inLive, { name: 'Oat milk' });
  expect(waysOn({ mutation, code: 'GONE', at: 0 }, known)).toEqual(['restore']);
  expect(needsCollection('restore', mutation, known)).toBe(false);
  expect(stepsOf('restore', mutation, known, '', 7)).toEqual([
    { name: 'task.restore', args: { id: inLive, collectionId: live, at: 7 } },
    { name: 'task.edit', args: { id: inLive, changes: { name: 'Oat milk' }, at: 7 } },
  ]);
});

test('when its collection is gone too, the task comes back into the one chosen', () => {
  const mutation = edit(inGone, { name: 'Oat milk' });
  expect(needsCollection('restore', mutation, known)).toBe(true);
  expect(stepsOf('restore', mutation, known, live, 7)[0]).toEqual({
    name: 'task.restore',
    args: { id: inGone, collectionId: live, at: 7 },
  });
});

test('an edit that moved the task is restored where it wanted it', () => {
  expect(needsCollection('restore', edit(inGone, { collectionId: live }), known)).toBe(false);
  const [, second] = stepsOf('restore', edit(inLive, { collectionId: gone }), known, live, 7);
  expect(second).toEqual({
    name: 'task.edit',
    args: { id: inLive, changes: { collectionId: live }, at: 7 },
  });
});

test('a deleted task can be restored and reopened, where it was to be or in a collection that is there', () => {
  const reopen = (collectionId: string): Mutation => ({
    id: sampleId('mutation', 1),
    name: 'task.reopen',
    args: { id: inGone, collectionId, at: 1 },
  });
  expect(waysOn({ mutation: reopen(live), code: 'GONE', at: 0 }, known)).toEqual(['restore']);
  expect(needsCollection('restore', reopen(live), known)).toBe(false);
  expect(needsCollection('restore', reopen(gone), known)).toBe(true);
  const steps = [
    { name: 'task.restore', args: { id: inGone, collectionId: live, at: 7 } },
    { name: 'task.reopen', args: { id: inGone, collectionId: live, at: 7 } },
  ];
  expect(stepsOf('restore', reopen(live), known, '', 7)).toEqual(steps);
  expect(stepsOf('restore', reopen(gone), known, live, 7)).toEqual(steps);
});

test('a task that is to be reopened in a collection that is gone is reopened in another one', () => {
  const mutation: Mutation = {
    id: sampleId('mutation', 1),
    name: 'task.reopen',
    args: { id: inGone, collectionId: gone, at: 1 },
  };
  expect(waysOn({ mutation, code: 'COLLECTION_GONE', at: 0 }, known)).toEqual(['move']);
  expect(stepsOf('move', mutation, known, live, 7)).toEqual([
    { name: 'task.reopen', args: { id: inGone, collectionId: live, at: 7 } },
  ]);
});

const rename = (id: string): Mutation => ({
  id: sampleId('mutation', 1),
  name: 'collection.edit',
  args: { id, changes: { name: 'House' }, at: 1 },
});

test('an edit of a deleted collection can bring it back', () => {
  expect(waysOn({ mutation: rename(gone), code: 'COLLECTION_GONE', at: 0 }, known)).toEqual(['restore']);
  expect(needsCollection('restore', rename(gone), known)).toBe(false);
  expect(stepsOf('restore', rename(gone), known, '', 7)).toEqual([
    { name: 'collection.restore', args: { id: gone, at: 7 } },
    { name: 'collection.edit', args: { id: gone, changes: { name: 'House' }, at: 7 } },
  ]);
});

test('a collection of which nothing is left can neither be edited nor restored', () => {
  const restore: Mutation = {
    id: sampleId('mutation', 1),
    name: 'collection.restore',
    args: { id: 'unknown', at: 1 },
  };
  expect(waysOn({ mutation: rename('unknown'), code: 'COLLECTION_GONE', at: 0 }, known)).toEqual([]);
  expect(waysOn({ mutation: restore, code: 'COLLECTION_GONE', at: 0 }, known)).toEqual([]);
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
])('%j refused as %s can be tried again once there is room for it', (mutation, code) => {
  expect(waysOn({ mutation, code, at: 0 }, known)).toEqual(['again']);
  expect(stepsOf('again', mutation, known, '', 7)).toEqual([
    { name: mutation.name, args: { ...mutation.args, at: 7 } },
  ]);
});

test('a task of which nothing is left cannot be restored', () => {
  expect(waysOn({ mutation: edit('unknown'), code: 'GONE', at: 0 }, known)).toEqual([]);
});

test('what met a limit or a taken name can be tried again, with a new time', () => {
  expect(waysOn({ mutation: add, code: 'TASK_LIMIT', at: 0 }, known)).toEqual(['again']);
  const mutation: Mutation = {
    id: sampleId('mutation', 1),
    name: 'collection.add',
    args: { id: sampleId('collection', 3), name: 'Home', color: '#FFCC33', at: 1 },
  };
  expect(waysOn({ mutation, code: 'DUPLICATE_COLLECTION', at: 0 }, known)).toEqual(['again']);
  expect(stepsOf('again', mutation, known, '', 7)).toEqual([
    { name: 'collection.add', args: { ...mutation.args, at: 7 } },
  ]);
});

test('what another version made is retried once this one knows it, else only copied and discarded', () => {
  const unknown = { ...add, name: 'task.archive' } as unknown as Mutation;
  const widened = { ...add, args: { ...add.args, priority: 1 } } as unknown as Mutation;
  expect(waysOn({ mutation: add, code: 'INVALID', at: 0 }, known)).toEqual(['again']);
  for (const mutation of [unknown, widened]) {
    expect(waysOn({ mutation, code: 'INVALID', at: 0 }, known)).toEqual([]);
    expect(waysOn({ mutation, code: 'COLLECTION_GONE', at: 0 }, known)).toEqual([]);
  }
});
