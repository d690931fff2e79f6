import { expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { collection, mutation, sampleId } from '#src/sync/testing/samples.ts';
import type { AddMutation } from '#src/web/data/rejected-add.ts';
import type { Lookup } from './describe-mutation.ts';
import { isSentAfter, reasonOf, resolutionOf } from './resolutions.ts';
import { renamed, takenName } from './taken-names.ts';

const date = parseCalendarDay('2026-11-25')!;
const [home, gone, rejected] = [1, 2, 3].map((n) => sampleId('collection', n)) as [string, string, string];
const t1 = sampleId('task', 1);
const color = '#FFCC33';

const addGarden: AddMutation = {
  id: sampleId('mutation', 1),
  name: 'collection.add',
  args: { id: rejected, name: 'Garden', color, at: 1 },
};
const addTask: AddMutation = {
  id: sampleId('mutation', 2),
  name: 'task.add',
  args: { id: t1, name: 'Water', description: '', date, collectionId: rejected, at: 1 },
};
const edit = (id: string, name: string) =>
  mutation(3, 'collection.edit', { id, changes: { name, color }, at: 1 });

/** Knows none of the rejected rows, and two collections, one of them deleted. `taken` are names of others. */
const lookup = (...taken: string[]): Lookup => ({
  task: () => undefined,
  collection: (id) =>
    id === home ? collection(1) : id === gone ? collection(2, { deletedAt: 5 }) : undefined,
  rejectedAdd: (id) => [addGarden, addTask].find(({ args }) => args.id === id),
  get: () => undefined,
  named: (_, name) => (taken.includes(name) ? sampleId('collection', 9) : undefined),
  rows: () => [],
  isPurged: () => false,
});

test('a task for a collection that was itself rejected says that the collection was not added', () => {
  const reason = (of: Lookup) => reasonOf({ mutation: addTask, code: 'COLLECTION_GONE', at: 0 }, of);
  expect(reason(lookup())).toBe(
    'The collection was not added. This change is sent with it, unless you choose another.',
  );
  expect(reason({ ...lookup(), rejectedAdd: () => undefined })).toBe(
    'The collection was deleted. Choose another collection.',
  );
});

test('a task for a collection that was deleted and restored is retried', () => {
  const rejection = {
    mutation: { ...addTask, args: { ...addTask.args, collectionId: home } } as Mutation,
    code: 'COLLECTION_GONE',
    at: 0,
  } as const;
  expect(resolutionOf(rejection, lookup())).toBe('again');
  expect(reasonOf(rejection, lookup())).toBe(
    'The collection was deleted, and is there again. Retry to keep the change.',
  );
});

test('the changes and tasks of a collection that was not added follow it, with their own changes', () => {
  const completion = mutation(4, 'task.complete', { id: t1, at: 1 });
  const move = mutation(5, 'task.edit', {
    id: sampleId('task', 2),
    changes: { collectionId: rejected },
    at: 1,
  });
  const moved: Lookup = { ...lookup(), task: (id) => (id === t1 ? undefined : ({ id } as never)) };
  for (const later of [edit(rejected, 'Plot'), addTask, completion, move])
    expect(isSentAfter(addGarden, later, moved)).toBe(true);
  for (const other of [addGarden, edit(home, 'House'), { ...addTask, name: 'task.plan' } as never])
    expect(isSentAfter(addGarden, other, moved)).toBe(false);
  expect(isSentAfter(addTask, completion, moved)).toBe(true);
  expect(isSentAfter(edit(rejected, 'Plot'), addTask, moved)).toBe(false);
});

test.each([addGarden, edit(gone, 'Garden')])('%j needs another name while its own is taken', (mutation) => {
  expect(takenName(mutation, lookup('Garden'))).toBe('Garden');
  expect(takenName(mutation, lookup('garden'))).toBeUndefined();
});

test('an addition beyond a limit is rejected for its name once that is taken', () => {
  const reason = (of: Lookup) => reasonOf({ mutation: addGarden, code: 'COLLECTION_LIMIT', at: 0 }, of);
  expect(reason(lookup('Garden'))).toBe('Collection with the same name already exists!');
  expect(reason(lookup())).toContain('limit of 5,000 collections');
});

test('an edit that restores a collection reports that its new name is taken', () => {
  const reason = (of: Lookup) =>
    reasonOf({ mutation: edit(gone, 'Garden'), code: 'COLLECTION_GONE', at: 0 }, of);
  expect(reason(lookup('Garden'))).toBe(
    'The collection was deleted, and its new name is taken. Restore it with another to keep the change.',
  );
  expect(reason(lookup())).toBe('The collection was deleted. Restore it to keep the change.');
});

test('neither a collection’s own name nor that of a task counts as taken', () => {
  expect(takenName(edit(home, 'Garden'), { ...lookup(), named: () => home })).toBeUndefined();
  expect(takenName(addTask, lookup('Water'))).toBeUndefined();
  const taskEdit = mutation(4, 'task.edit', { id: t1, changes: { name: 'Garden' }, at: 1 });
  expect(takenName(taskEdit, lookup('Garden'))).toBeUndefined();
});

test('a mutation of another version is not interpreted', () => {
  const widened = { ...addGarden, name: 'collection.edit', args: { id: rejected } } as unknown as Mutation;
  expect(takenName(widened, lookup('Garden'))).toBeUndefined();
});

test('another name replaces that of a collection, and nothing else', () => {
  expect(renamed(addGarden, 'Plot')).toEqual({ ...addGarden, args: { ...addGarden.args, name: 'Plot' } });
  expect(renamed(edit(rejected, 'Beds'), 'Plot')).toEqual(edit(rejected, 'Plot'));
  const recolor = mutation(4, 'collection.edit', { id: rejected, changes: { color }, at: 1 });
  for (const other of [recolor, addTask]) expect(renamed(other, 'Plot')).toBe(other);
});

test('a row to restore says that its name is taken, unless the row itself is there again', () => {
  const label = { id: sampleId('label', 1), name: 'urgent', deletedAt: 5 };
  const restoreLabel = mutation(3, 'label.restore', { id: label.id, at: 1 });
  const withLabel = { ...lookup('urgent'), get: () => label } as unknown as Lookup;
  expect(reasonOf({ mutation: restoreLabel, code: 'LABEL_GONE', at: 0 }, withLabel)).toBe(
    'A label with the same name already exists.',
  );
  const restore = mutation(3, 'collection.restore', { id: home, at: 1 });
  const again = { ...lookup(), get: () => collection(1), named: () => home } as unknown as Lookup;
  expect(reasonOf({ mutation: restore, code: 'COLLECTION_GONE', at: 0 }, again)).toBe(
    'The collection was deleted, and is there again. Retry to keep the change.',
  );
});

test('a change of an unknown table gets no other name', () => {
  const unknown = { ...edit(home, 'Plot'), name: 'moon.add' } as unknown as Mutation;
  expect(renamed(unknown, 'Moon')).toBe(unknown);
});
