import { beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import type { Mutation } from './index.ts';
import { emptyRows, Overlay } from './overlay.ts';

const [c1, c2, gone] = [1, 2, 3].map((n) => sampleId('collection', n)) as [string, string, string];

let overlay: Overlay;
/** Collections 1 and 2; collection 3, deleted. */
beforeEach(() => {
  const rows = emptyRows();
  for (const row of [collection(1), collection(2), collection(3, { deletedAt: 5 })]) {
    rows.collection.set(row.id, row);
  }
  overlay = new Overlay({ rows, liveCounts: { collection: 2, task: 0 } });
});

const run = (each: Mutation) => overlay.run(each);

describe('collection.add', () => {
  test('adds a collection; no change when it is there, even deleted', () => {
    run(addCollection(4));
    run(addCollection(5, collection(3, { name: 'Again' })));
    expect(overlay.get('collection', sampleId('collection', 4))).toEqual(collection(4));
    expect(overlay.get('collection', gone)).toEqual(collection(3, { deletedAt: 5 }));
    expect(overlay.count('collection')).toBe(3);
  });

  test('rejects DUPLICATE_COLLECTION by exactly the same name, and takes that of a deleted one', () => {
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

  test('rejects COLLECTION_LIMIT at the limit', () => {
    const full = new Overlay({ rows: emptyRows(), liveCounts: { collection: LIMITS.collections, task: 0 } });
    expect(() => full.run(addCollection(1))).toThrow(expect.objectContaining({ code: 'COLLECTION_LIMIT' }));
  });
});

describe('collection.delete', () => {
  test('deletes it and its active tasks, not the completed ones or those of others', () => {
    for (const each of [addTask(1), addTask(2), addTask(3), addTask(4, task(4, { collectionId: c2 }))])
      run(each);
    run(mutation(5, 'task.complete', { id: sampleId('task', 2), at: 6 }));
    run(mutation(6, 'task.delete', { id: sampleId('task', 3), at: 7 }));

    run(mutation(7, 'collection.delete', { id: c1, at: 8 }));

    expect(overlay.get('collection', c1)).toEqual(collection(1, { deletedAt: 8 }));
    expect([1, 2, 3, 4].map((n) => overlay.get('task', sampleId('task', n))?.deletedAt)).toEqual([
      8,
      null,
      7,
      null,
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
