import { beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import {
  addCollection,
  addTask,
  collection,
  mutation,
  overlayOver,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { parseMutation, type Mutation, type MutatorArgs } from '#src/tables/operations.ts';
import { liveRow } from '#src/tables/kit/live-rows.ts';
import { emptyRows, type Overlay } from '#src/tables/kit/overlay.ts';

const [c1, c2, gone] = [1, 2, 3].map((n) => sampleId('collection', n)) as [string, string, string];

let overlay: Overlay;
/** Collections 1 and 2, and the deleted collection 3. */
beforeEach(() => {
  const rows = emptyRows();
  for (const row of [collection(1), collection(2), collection(3, { deletedAt: 5 })]) {
    rows.collection.set(row.id, row);
  }
  overlay = overlayOver(rows);
});

const run = (each: Mutation) => overlay.run(each);

describe('collection.add', () => {
  test('adds a collection, and changes nothing when it exists, even deleted', () => {
    run(addCollection(4));
    run(addCollection(5, collection(3, { name: 'Again' })));
    expect(overlay.get('collection', sampleId('collection', 4))).toEqual(collection(4));
    expect(overlay.get('collection', gone)).toEqual(collection(3, { deletedAt: 5 }));
    expect(overlay.count('collection')).toBe(3);
  });

  test('adds it after all others, also after a collection of a device with a clock ahead', () => {
    run(addCollection(4, collection(4, { createdAt: 4_000 })));
    run(addCollection(5, collection(5, { createdAt: 50 })));
    run(addCollection(6, collection(6, { createdAt: 9_000 })));

    const positions = [4, 5, 6].map((n) => overlay.get('collection', sampleId('collection', n))?.position);
    expect(positions).toEqual([4_000, 4_001, 9_000]);
  });

  test('rejects DUPLICATE_COLLECTION for exactly the same name, and accepts the name of a deleted one', () => {
    for (const name of ['collection 1', 'Collection 1 ', 'Collection 3']) {
      run(
        addCollection(
          4,
          collection(10 + name.length, { id: sampleId('collection', 20 + name.length), name }),
        ),
      );
    }
    expect(() => run(addCollection(5, collection(5, { name: 'Collection 1' })))).toThrow(
      expect.objectContaining({
        code: 'DUPLICATE_COLLECTION',
        message: 'Collection with the same name already exists!',
      }),
    );
  });

  test('rejects DUPLICATE_COLLECTION also when the letters of the name are composed differently', () => {
    run(parseMutation(addCollection(4, collection(4, { name: 'Caf\u00E9' }))));
    const again = parseMutation(addCollection(5, collection(5, { name: 'Cafe\u0301' })));
    expect(() => run(again)).toThrow(expect.objectContaining({ code: 'DUPLICATE_COLLECTION' }));
  });

  test('rejects COLLECTION_LIMIT at the limit', () => {
    const full = overlayOver(emptyRows(), { collection: LIMITS.collections });
    expect(() => full.run(addCollection(1))).toThrow(expect.objectContaining({ code: 'COLLECTION_LIMIT' }));
  });
});

describe('collection.edit', () => {
  const edit = (changes: MutatorArgs<'collection.edit'>['changes'], id = c1) =>
    run(mutation(9, 'collection.edit', { id, changes, at: 9 }));

  test('changes only the fields that it names', () => {
    edit({ color: '#63B76C' });
    edit({ name: 'Home', position: -0.25 });
    edit({});
    const changed = { name: 'Home', color: '#63B76C', position: -0.25 } as const;
    expect(overlay.get('collection', c1)).toEqual(collection(1, changed));
  });

  test('rejects DUPLICATE_COLLECTION for exactly the name of another one, and accepts its own and that of a deleted one', () => {
    for (const name of ['Collection 1', 'collection 2', 'Collection 2 ', 'Collection 3']) {
      edit({ name });
      expect(overlay.get('collection', c1)?.name).toBe(name);
    }
    expect(() => edit({ name: 'Collection 2', color: '#63B76C' })).toThrow(
      expect.objectContaining({ code: 'DUPLICATE_COLLECTION' }),
    );
    expect(overlay.get('collection', c1)).toEqual(collection(1, { name: 'Collection 3' }));
  });

  test('rejects COLLECTION_GONE when it is deleted or unknown', () => {
    for (const id of [gone, sampleId('collection', 99)]) {
      expect(() => edit({ position: 1 }, id)).toThrow(expect.objectContaining({ code: 'COLLECTION_GONE' }));
    }
  });
});

describe('collection.restore', () => {
  const restore = (id: string, at = 9) => run(mutation(9, 'collection.restore', { id, at }));

  test('brings it back with its active tasks, except for those deleted on their own', () => {
    for (const n of [1, 2, 3, 4]) run(addTask(n));
    run(mutation(5, 'task.complete', { id: sampleId('task', 2), at: 6 }));
    run(mutation(6, 'task.delete', { id: sampleId('task', 3), at: 7 }));
    run(mutation(7, 'collection.delete', { id: c1, at: 8 }));
    run(mutation(8, 'task.restore', { id: sampleId('task', 4), collectionId: c2, at: 8 }));
    run(mutation(9, 'task.delete', { id: sampleId('task', 4), at: 8 }));

    restore(c1);

    expect(overlay.get('collection', c1)).toEqual(collection(1));
    expect(overlay.get('task', sampleId('task', 1))).toEqual(task(1));
    expect(overlay.get('task', sampleId('task', 2))).toEqual(task(2, { completedAt: 6, updatedAt: 6 }));
    expect([3, 4].map((n) => overlay.get('task', sampleId('task', n))?.deletedAt)).toEqual([7, 8]);
    expect([overlay.count('collection'), overlay.count('task')]).toEqual([2, 2]);
  });

  test('changes nothing when it is there', () => {
    restore(c1);
    expect(overlay.changed.collection.size).toBe(0);
  });

  test('rejects COLLECTION_GONE when it is unknown, and DUPLICATE_COLLECTION when another one has its name', () => {
    expect(() => restore(sampleId('collection', 99))).toThrow(
      expect.objectContaining({ code: 'COLLECTION_GONE' }),
    );
    run(addCollection(4, collection(4, { name: 'Collection 3' })));
    expect(() => restore(gone)).toThrow(expect.objectContaining({ code: 'DUPLICATE_COLLECTION' }));
    expect(overlay.get('collection', gone)?.deletedAt).toBe(5);
  });

  test('rejects COLLECTION_LIMIT and TASK_LIMIT without room for it and all its tasks', () => {
    const over = (collections: number, tasks: number) => {
      const rows = emptyRows();
      rows.collection.set(gone, collection(3, { deletedAt: 5 }));
      for (const n of [1, 2]) {
        const row = task(n, { collectionId: gone });
        rows.task.set(row.id, row);
      }
      const full = overlayOver(rows, { collection: collections, task: tasks });
      return () => full.run(mutation(9, 'collection.restore', { id: gone, at: 9 }));
    };
    expect(over(LIMITS.collections, 0)).toThrow(expect.objectContaining({ code: 'COLLECTION_LIMIT' }));
    expect(over(0, LIMITS.tasks - 1)).toThrow(expect.objectContaining({ code: 'TASK_LIMIT' }));
    expect(over(LIMITS.collections - 1, LIMITS.tasks - 2)).not.toThrow();
  });
});

describe('collection.delete', () => {
  test('deletes it with its active tasks without a write to them, and leaves completed tasks and other collections', () => {
    for (const each of [addTask(1), addTask(2), addTask(3), addTask(4, task(4, { collectionId: c2 }))])
      run(each);
    run(mutation(5, 'task.complete', { id: sampleId('task', 2), at: 6 }));
    run(mutation(6, 'task.delete', { id: sampleId('task', 3), at: 7 }));

    run(mutation(7, 'collection.delete', { id: c1, at: 8 }));

    expect(overlay.get('collection', c1)).toEqual(collection(1, { deletedAt: 8 }));
    expect([1, 2, 3, 4].map((n) => overlay.get('task', sampleId('task', n))?.deletedAt)).toEqual([
      null,
      null,
      7,
      null,
    ]);
    expect([1, 2, 3, 4].map((n) => liveRow(overlay, 'task', sampleId('task', n)) !== undefined)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(overlay.count('task')).toBe(2);
  });

  test('changes nothing when it is deleted or unknown', () => {
    run(mutation(5, 'collection.delete', { id: gone, at: 8 }));
    run(mutation(6, 'collection.delete', { id: sampleId('collection', 99), at: 8 }));
    expect(overlay.get('collection', gone)).toEqual(collection(3, { deletedAt: 5 }));
    expect(overlay.changed.collection.size).toBe(0);
  });
});

describe('[T9] collection.purge', () => {
  const purge = (id: string) => run(mutation(8, 'collection.purge', { id, at: 40 }));
  const codeOf = (code: string) => expect.objectContaining({ code });

  test('keeps a deleted collection, and the tasks that went with it, from coming back', () => {
    const rows = emptyRows();
    for (const row of [collection(1), collection(3, { deletedAt: 5 })]) rows.collection.set(row.id, row);
    const completed = task(3, { collectionId: gone, completedAt: 2 });
    for (const row of [
      task(1, { collectionId: gone }),
      task(2, { collectionId: gone, deletedAt: 4 }),
      completed,
    ])
      rows.task.set(row.id, row);
    overlay = overlayOver(rows);
    purge(gone);
    // Completed tasks go on showing its name.
    expect(overlay.get('collection', gone)).toEqual(collection(3, { deletedAt: 5, purgedAt: 40 }));
    expect(liveRow(overlay, 'task', completed.id)).toEqual(completed);
    expect(() => run(mutation(9, 'collection.restore', { id: gone, at: 50 }))).toThrow(
      codeOf('COLLECTION_GONE'),
    );
    const restore = (n: number) => () =>
      run(mutation(9, 'task.restore', { id: sampleId('task', n), collectionId: c1, at: 50 }));
    expect(restore(1)).toThrow(codeOf('GONE'));
    // This task was deleted on its own.
    restore(2)();
    expect(liveRow(overlay, 'task', sampleId('task', 2))?.collectionId).toBe(c1);
    // An addition with the same id makes a new collection.
    run(addCollection(7, collection(3)));
    expect(overlay.get('collection', gone)).toMatchObject({ deletedAt: null, purgedAt: null });
  });

  test('marks also a collection without its texts, since a device that still has them does the same', () => {
    const rows = emptyRows();
    rows.collection.set(gone, collection(3, { deletedAt: 5, name: '' }));
    overlay = overlayOver(rows);
    purge(gone);
    expect(overlay.get('collection', gone)?.purgedAt).toBe(40);
    run(mutation(9, 'collection.purge', { id: gone, at: 50 }));
    expect(overlay.get('collection', gone)?.purgedAt).toBe(40);
  });

  test('changes nothing for a collection that is there, or was restored meanwhile', () => {
    purge(c1);
    expect(overlay.get('collection', c1)).toEqual(collection(1));
  });
});
