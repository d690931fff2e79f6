import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MutationRejected } from '#src/domain/errors.ts';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import {
  addCollection,
  addTask,
  collection,
  mutation,
  overlayOver,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import type { Mutation, Operation } from './operations.ts';
import { inverseOf } from './inverse.ts';
import { liveRow } from '#src/tables/kit/live-rows.ts';
import { placedTask, type Task } from '#src/tables/task/task.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';

const c1 = sampleId('collection', 1);
const c2 = sampleId('collection', 2);
const t1 = sampleId('task', 1);

function overlayOf(...mutations: readonly Mutation[]): Overlay {
  const overlay = overlayOver();
  for (const each of mutations) overlay.run(each);
  return overlay;
}

/** Runs the operation. Returns false when it was rejected. */
function accepts(overlay: Overlay, operation: Operation, n = 999): boolean {
  try {
    overlay.run({ ...operation, id: sampleId('mutation', n) });
    return true;
  } catch (error) {
    if (error instanceof MutationRejected) return false;
    throw error;
  }
}

/** The rows that the user sees, without their `updatedAt` and without ticks of past times. */
function visible(overlay: Overlay) {
  const seen = (row: Task): Task => {
    const isTicked = placedTask(row, (table, id) => overlay.get(table, id)).completedAt !== null;
    return { ...row, updatedAt: 0, ...(!isTicked && { completedAt: null, doneIn: null }) };
  };
  const collections = [...overlay.rows('collection')].filter((row) => row.deletedAt === null);
  const tasks = [...overlay.rows('task')].filter(({ id }) => liveRow(overlay, 'task', id));
  return {
    collections: new Map(collections.map((row) => [row.id, row])),
    tasks: new Map(tasks.map((row) => [row.id, seen(row)])),
  };
}

/**
 * Mutations with a different time each, as users make them. A collection and a task deleted at the same time would come
 * back together.
 */
const anyTimedMutations = anyMutations().map((mutations) =>
  mutations.map((each, i) => ({ ...each, args: { ...each.args, at: i + 1 } }) as Mutation),
);

/** The id of the task that gets another collection and stays in it; empty for none. */
function movedBy({ name, args }: Operation, before: Overlay): string {
  if (name === 'task.reopen') return args.id;
  const collectionId = before.get('task', args.id)?.collectionId ?? '';
  const isHomeless = before.get('collection', collectionId)?.deletedAt !== null;
  return name === 'task.edit' && isHomeless ? args.id : '';
}

describe('the inverse', () => {
  test('of any mutation, in any state, brings back what the user saw, and is never rejected', () => {
    fc.assert(
      fc.property(anyTimedMutations, (mutations) => {
        const overlay = overlayOf();
        for (const each of mutations) {
          const inverse = inverseOf(each, overlay);
          const before = visible(overlay);
          const moved = movedBy(each, overlay);
          if (!accepts(overlay, each)) continue;
          expect(inverse === null || accepts(overlay, inverse)).toBe(true);
          const undone = visible(overlay);
          const stays = undone.tasks.get(moved);
          const was = before.tasks.get(moved);
          if (stays && was) before.tasks.set(moved, { ...was, collectionId: stays.collectionId });
          expect(undone).toEqual(before);
          // The mutation runs again, so that the next one follows it.
          accepts(overlay, each);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('of an edit has only the old values of the fields that it changes', () => {
    const overlay = overlayOf(addCollection(1), addCollection(2), addTask(3, task(1)));
    const edit = (changes: object) =>
      inverseOf(mutation(4, 'task.edit', { id: t1, changes, at: 4 }), overlay);
    const recolor = (changes: object) =>
      inverseOf(mutation(4, 'collection.edit', { id: c1, changes, at: 4 }), overlay);

    expect(edit({ name: 'New', description: '', collectionId: c2 })).toEqual({
      name: 'task.edit',
      args: { id: t1, changes: { name: 'Task 1', collectionId: c1 }, at: 4 },
    });
    expect(edit({ name: 'Task 1' })).toBeNull();
    expect(edit({})).toBeNull();
    expect(recolor({ color: '#63B76C', position: 0.5 })).toEqual({
      name: 'collection.edit',
      args: { id: c1, changes: { color: '#FFCC33', position: 1 }, at: 4 },
    });
    expect(recolor({ name: 'Collection 1' })).toBeNull();
  });

  test('[T7] of an edit of notes leaves lines that others changed since', () => {
    const overlay = overlayOf(addCollection(1), addTask(1, task(1, { description: 'a\nb\nc' })));
    const edit = (description: string, base: string) =>
      mutation(5, 'task.edit', { id: t1, changes: { description }, base, at: 5 });
    const own = edit('A\nb\nc', 'a\nb\nc');
    const inverse = inverseOf(own, overlay)!;
    overlay.run(own);
    overlay.run(edit('A\nb\nC', 'A\nb\nc'));
    expect(accepts(overlay, inverse)).toBe(true);
    expect(overlay.get('task', t1)?.description).toBe('a\nb\nC');
    // An edit without new changes has no inverse.
    expect(inverseOf(edit('a\nb\nC', 'a\nb\nc'), overlay)).toBeNull();
  });

  test('of reopening a completed task puts it back to its place among the completed ones', () => {
    const complete = mutation(3, 'task.complete', { id: t1, at: 50 });
    const overlay = overlayOf(addCollection(1), addTask(2, task(1)), complete);

    const reopen = mutation(4, 'task.reopen', { id: t1, collectionId: c1, at: 90 });

    expect(inverseOf(reopen, overlay)).toEqual({ name: 'task.complete', args: { id: t1, at: 50 } });
  });

  test('of deleting a collection brings back its tasks, but not those deleted before', () => {
    const overlay = overlayOf(
      addCollection(1),
      addTask(2, task(1)),
      addTask(3, task(2)),
      mutation(4, 'task.delete', { id: sampleId('task', 2), at: 10 }),
    );
    const deletion = mutation(5, 'collection.delete', { id: c1, at: 20 });
    const inverse = inverseOf(deletion, overlay)!;
    overlay.run(deletion);

    overlay.run({ ...inverse, id: sampleId('mutation', 6) });

    expect(overlay.get('collection', c1)).toEqual(collection(1));
    expect(overlay.get('task', t1)).toEqual(task(1));
    expect(overlay.get('task', sampleId('task', 2))?.deletedAt).toBe(10);
  });

  test('of a mutation without effect is null', () => {
    const overlay = overlayOf(addCollection(1), addTask(2, task(1)));
    const nothing: Mutation[] = [
      addCollection(1),
      mutation(3, 'collection.delete', { id: c2, at: 3 }),
      mutation(3, 'collection.restore', { id: c1, at: 3 }),
      mutation(3, 'collection.restore', { id: c2, at: 3 }),
      addTask(3, task(1)),
      mutation(3, 'task.complete', { id: sampleId('task', 9), at: 3 }),
      mutation(3, 'task.reopen', { id: t1, collectionId: c1, at: 3 }),
      mutation(3, 'task.delete', { id: sampleId('task', 9), at: 3 }),
      mutation(3, 'task.restore', { id: t1, collectionId: c1, at: 3 }),
    ];
    expect(nothing.map((each) => inverseOf(each, overlay))).toEqual(nothing.map(() => null));
  });
});
