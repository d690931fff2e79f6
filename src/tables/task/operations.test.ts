import { beforeEach, describe, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { REJECTIONS } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { Task } from './task.ts';
import { addTask, collection, mutation, overlayOver, sampleId, task } from '#src/sync/testing/samples.ts';
import type { Mutation, MutatorArgs } from '#src/tables/operations.ts';
import { emptyRows, type Overlay, type RowMaps } from '#src/tables/kit/overlay.ts';

const [c1, c2, gone] = [1, 2, 3].map((n) => sampleId('collection', n)) as [string, string, string];
const t1 = sampleId('task', 1);

let rows: RowMaps;
let overlay: Overlay;
/** Collections 1 and 2, and the deleted collection 3. */
beforeEach(() => {
  rows = emptyRows();
  for (const row of [collection(1), collection(2), collection(3, { deletedAt: 5 })])
    rows.collection.set(row.id, row);
  overlay = overlayOver(rows);
});

const run = (each: Mutation) => overlay.run(each);
const theTask = () => overlay.get('task', t1);
const have = (fields: Partial<Task>) => rows.task.set(t1, task(1, fields));
const edit = (changes: MutatorArgs<'task.edit'>['changes'], at = 50) =>
  run(mutation(9, 'task.edit', { id: t1, changes, at }));

describe('task.add', () => {
  test('adds an active task', () => {
    run(addTask(1));
    expect(theTask()).toEqual(task(1));
    expect(overlay.count('task')).toBe(1);
  });

  test('gives the default priority when an older app tells none', () => {
    const { priority: _, ...older } = addTask(1).args as MutatorArgs<'task.add'>;
    run(mutation(1, 'task.add', older));
    expect(theTask()).toEqual(task(1, { priority: 4 }));
    edit({ priority: 2 });
    expect(theTask()).toEqual(task(1, { priority: 2, updatedAt: 50 }));
  });

  test('changes nothing when the task exists, even deleted', () => {
    run(addTask(1));
    run(mutation(2, 'task.delete', { id: t1, at: 7 }));
    run(addTask(3, task(1, { name: 'Again' })));
    expect(theTask()).toEqual(task(1, { deletedAt: 7 }));
  });

  test.each([gone, sampleId('collection', 99)])(
    'rejects COLLECTION_GONE when the collection is not there',
    (collectionId) => {
      expect(() => run(addTask(1, task(1, { collectionId })))).toThrow(
        expect.objectContaining({ code: 'COLLECTION_GONE' }),
      );
      expect(theTask()).toBeUndefined();
    },
  );

  test('rejects TASK_LIMIT at the limit', () => {
    const full = overlayOver(
      { ...emptyRows(), collection: new Map([[c1, collection(1)]]) },
      { task: LIMITS.tasks - 1 },
    );
    full.run(addTask(1));
    expect(() => full.run(addTask(2))).toThrow(expect.objectContaining({ code: 'TASK_LIMIT' }));
  });
});

describe('task.edit', () => {
  test('[T7] keeps the lines of notes that two devices changed', () => {
    const base = '- [ ] a\n- [ ] b\n- [ ] c';
    have({ description: base });
    const type = (description: string) =>
      run(mutation(9, 'task.edit', { id: t1, changes: { description }, base, at: 50 }));
    type('- [x] a\n- [ ] b\n- [ ] c');
    type('- [ ] a\n- [ ] b\n- [x] c\n- [ ] d');
    expect(theTask()?.description).toBe('- [x] a\n- [ ] b\n- [x] c\n- [ ] d');
    expect(() => type('- [ ] A\n- [ ] b\n- [ ] c')).toThrow(REJECTIONS.NOTES_CONFLICT);
    expect(theTask()?.description).toBe('- [x] a\n- [ ] b\n- [x] c\n- [ ] d');
  });

  test('[T7] replaces the notes when an app does not tell the notes that it edited', () => {
    have({ description: 'a' });
    edit({ description: 'b' });
    expect(theTask()?.description).toBe('b');
  });

  test('changes only the fields that it names, and the time of the change', () => {
    run(addTask(1));
    edit({ name: 'New', date: '2030-01-01' as CalendarDay });
    edit({ description: 'Words', collectionId: c2 }, 60);
    expect(theTask()).toEqual(
      task(1, {
        name: 'New',
        description: 'Words',
        date: '2030-01-01' as CalendarDay,
        collectionId: c2,
        updatedAt: 60,
      }),
    );
  });

  test('changes a completed task too, also one with a deleted collection', () => {
    run(addTask(1));
    run(mutation(2, 'task.complete', { id: t1, at: 3 }));
    run(mutation(3, 'collection.delete', { id: c1, at: 4 }));
    edit({ name: 'Done well' });
    expect(theTask()).toEqual(task(1, { name: 'Done well', completedAt: 3, updatedAt: 50 }));
  });

  test('rejects GONE when the task is deleted or unknown', () => {
    expect(() => edit({ name: 'New' })).toThrow(expect.objectContaining({ code: 'GONE' }));
    run(addTask(1));
    run(mutation(2, 'task.delete', { id: t1, at: 3 }));
    expect(() => edit({ name: 'New' })).toThrow(expect.objectContaining({ code: 'GONE' }));
    expect(theTask()).toEqual(task(1, { deletedAt: 3 }));
  });

  test('rejects COLLECTION_GONE for a move to a deleted collection, and changes nothing', () => {
    run(addTask(1));
    expect(() => edit({ name: 'New', collectionId: gone })).toThrow(
      expect.objectContaining({ code: 'COLLECTION_GONE' }),
    );
    expect(theTask()).toEqual(task(1));
  });
});

describe('task.complete', () => {
  test('completes an active task', () => {
    run(addTask(1));
    run(mutation(2, 'task.complete', { id: t1, at: 8 }));
    expect(theTask()).toEqual(task(1, { completedAt: 8, updatedAt: 8 }));
  });

  test('rejects GONE when it is unknown', () => {
    const complete = () => run(mutation(2, 'task.complete', { id: t1, at: 8 }));
    expect(complete).toThrow(expect.objectContaining({ code: 'GONE' }));
    expect(theTask()).toBeUndefined();
  });

  test('changes nothing when it is completed or deleted', () => {
    for (const fields of [{ completedAt: 3 }, { deletedAt: 3 }]) {
      have(fields);
      run(mutation(3, 'task.complete', { id: t1, at: 8 }));
      expect(theTask()).toEqual(task(1, fields));
    }
  });
});

describe('task.reopen', () => {
  const reopen = (collectionId: string) => run(mutation(9, 'task.reopen', { id: t1, collectionId, at: 50 }));

  test('makes a completed task active again, in another collection if asked', () => {
    have({ completedAt: 3 });
    reopen(c1);
    expect(theTask()).toEqual(task(1, { updatedAt: 50 }));
    run(mutation(2, 'task.complete', { id: t1, at: 60 }));
    reopen(c2);
    expect(theTask()).toEqual(task(1, { collectionId: c2, updatedAt: 50 }));
    expect(overlay.count('task')).toBe(0);
  });

  test('changes nothing when it is active', () => {
    have({});
    reopen(gone);
    reopen(c2);
    expect(theTask()).toEqual(task(1));
  });

  test('rejects GONE when it is deleted or unknown', () => {
    expect(() => reopen(c1)).toThrow(expect.objectContaining({ code: 'GONE' }));
    have({ completedAt: 3, deletedAt: 4 });
    expect(() => reopen(c1)).toThrow(expect.objectContaining({ code: 'GONE' }));
  });

  test('rejects COLLECTION_GONE when the collection is not there', () => {
    have({ completedAt: 3, collectionId: gone });
    for (const id of [gone, sampleId('collection', 99)]) {
      expect(() => reopen(id)).toThrow(expect.objectContaining({ code: 'COLLECTION_GONE' }));
    }
    expect(theTask()?.completedAt).toBe(3);
  });
});

describe('task.delete', () => {
  test.each([{}, { completedAt: 3 }])('leaves a tombstone of a task %j', (fields) => {
    have(fields);
    run(mutation(2, 'task.delete', { id: t1, at: 8 }));
    expect(theTask()).toEqual(task(1, { ...fields, deletedAt: 8 }));
  });

  test('changes nothing when it is deleted or unknown', () => {
    run(mutation(2, 'task.delete', { id: t1, at: 8 }));
    expect(theTask()).toBeUndefined();
    have({ deletedAt: 3 });
    run(mutation(2, 'task.delete', { id: t1, at: 8 }));
    expect(theTask()).toEqual(task(1, { deletedAt: 3 }));
  });
});

describe('task.restore', () => {
  const restore = (collectionId: string) =>
    run(mutation(9, 'task.restore', { id: t1, collectionId, at: 50 }));

  test('brings a deleted task back, into another collection if asked', () => {
    have({ deletedAt: 3 });
    restore(c2);
    expect(theTask()).toEqual(task(1, { collectionId: c2, updatedAt: 50 }));
    expect(overlay.count('task')).toBe(1);
  });

  test('brings a completed task back as completed, even into its own deleted collection', () => {
    have({ deletedAt: 3, completedAt: 2, collectionId: gone });
    restore(gone);
    expect(theTask()).toEqual(task(1, { completedAt: 2, collectionId: gone, updatedAt: 50 }));
  });

  test('changes nothing when it is not deleted', () => {
    have({});
    restore(c2);
    expect(theTask()).toEqual(task(1));
  });

  test('rejects GONE for an unknown task', () => {
    expect(() => restore(c1)).toThrow(expect.objectContaining({ code: 'GONE' }));
  });

  test('rejects COLLECTION_GONE for an active task, or for one that would move there', () => {
    have({ deletedAt: 3, collectionId: gone });
    expect(() => restore(gone)).toThrow(expect.objectContaining({ code: 'COLLECTION_GONE' }));
    have({ deletedAt: 3, completedAt: 2 });
    expect(() => restore(gone)).toThrow(expect.objectContaining({ code: 'COLLECTION_GONE' }));
    expect(theTask()?.deletedAt).toBe(3);
  });

  test('rejects TASK_LIMIT at the limit', () => {
    const full = overlayOver(
      {
        ...emptyRows(),
        collection: new Map([[c1, collection(1)]]),
        task: new Map([[t1, task(1, { deletedAt: 3 })]]),
      },
      { task: LIMITS.tasks },
    );
    expect(() => full.run(mutation(9, 'task.restore', { id: t1, collectionId: c1, at: 50 }))).toThrow(
      expect.objectContaining({ code: 'TASK_LIMIT' }),
    );
  });
});

describe('[T9] task.purge', () => {
  const purge = () => run(mutation(8, 'task.purge', { id: t1, at: 40 }));
  const restore = (id: string) => () => run(mutation(9, 'task.restore', { id, collectionId: c1, at: 50 }));

  test('erases the texts of a deleted task, and nobody can restore it then', () => {
    have({ deletedAt: 3, description: 'Slowly' });
    purge();
    expect(theTask()).toEqual(task(1, { deletedAt: 3, name: '', description: '' }));
    expect(restore(t1)).toThrow(expect.objectContaining({ code: 'GONE' }));
    purge();
    expect(theTask()?.deletedAt).toBe(3);
  });

  test('changes nothing for a task that is there, or was restored meanwhile', () => {
    have({});
    purge();
    expect(theTask()).toEqual(task(1));
  });

  test('takes along the tasks that went with it at all levels, but not those deleted on their own before', () => {
    const below = (n: number, parent: number, fields: Partial<Task> = {}) =>
      rows.task.set(sampleId('task', n), task(n, { parentId: sampleId('task', parent), ...fields }));
    have({ deletedAt: 3 });
    below(2, 1);
    below(3, 2, { completedAt: 2 });
    below(4, 1, { deletedAt: 1 });
    overlay = overlayOver(rows);
    purge();
    for (const n of [2, 3])
      expect(restore(sampleId('task', n))).toThrow(expect.objectContaining({ code: 'GONE' }));
    restore(sampleId('task', 4))();
    expect(overlay.get('task', sampleId('task', 4))).toMatchObject({ deletedAt: null, parentId: null });
  });
});

describe('an active task of a deleted collection counts as deleted:', () => {
  beforeEach(() => {
    have({ collectionId: gone });
    overlay = overlayOver(rows);
  });
  const restore = (collectionId: string) =>
    run(mutation(9, 'task.restore', { id: t1, collectionId, at: 50 }));

  test('editing and reopening it are rejected as GONE, also into a collection that is there', () => {
    for (const changes of [{ name: 'New' }, { collectionId: c1 }])
      expect(() => edit(changes)).toThrow(expect.objectContaining({ code: 'GONE' }));
    expect(() => run(mutation(9, 'task.reopen', { id: t1, collectionId: c1, at: 50 }))).toThrow(
      expect.objectContaining({ code: 'GONE' }),
    );
    expect(theTask()).toEqual(task(1, { collectionId: gone }));
  });

  test('completing and deleting it change nothing', () => {
    run(mutation(2, 'task.complete', { id: t1, at: 8 }));
    run(mutation(3, 'task.delete', { id: t1, at: 8 }));
    expect(theTask()).toEqual(task(1, { collectionId: gone }));
    expect(overlay.count('task')).toBe(0);
  });

  test('it comes back into another collection, not into its own', () => {
    expect(() => restore(gone)).toThrow(expect.objectContaining({ code: 'COLLECTION_GONE' }));
    restore(c2);
    expect(theTask()).toEqual(task(1, { collectionId: c2, updatedAt: 50 }));
    expect(overlay.count('task')).toBe(1);
  });

  test('it does not count against the limit until it is back', () => {
    overlay = overlayOver(rows, { task: LIMITS.tasks });
    expect(() => restore(c1)).toThrow(expect.objectContaining({ code: 'TASK_LIMIT' }));
  });
});
