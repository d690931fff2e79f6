import { TaskLists } from '#src/reading/lists/task-lists.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import type { Operation } from '#src/tables/operations.ts';
import { liveRow } from '#src/tables/kit/live-rows.ts';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import { addCollection, addTask, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { History, HISTORY_LIMIT } from './history.ts';
import { MemoryDisk, memoryStore } from '#src/sync/client/storage/memory-store.ts';
import { TabState } from './tab-state.ts';

const TODAY = parseCalendarDay('2026-06-15')!;
/** The move of an undo or redo that worked. */
const DONE = { error: null };

const c1 = sampleId('collection', 1);
const t1 = sampleId('task', 1);

/** A tab with its state, store and history. Its clock starts later than all times in the tests. */
function openTab(disk = new MemoryDisk()) {
  const store = memoryStore(disk);
  const state = new TabState(TaskLists.of(TODAY), store, { saved() {}, dropped() {}, changed() {} });
  state.replaceBy(disk.load(), []);
  let now = 1_000;
  let ids = 0;
  const newId = () => sampleId('mutation', ++ids);
  const history = new History({ store, state, now: () => ++now, newId });
  return { disk, store, state, history };
}

type Tab = ReturnType<typeof openTab>;

/** A tab with a collection and a task that its history does not know. */
async function openTabWithTask() {
  const tab = openTab();
  for (const each of [addCollection(1), addTask(2, task(1))]) await tab.state.mutate(each);
  return tab;
}

const rename = (name: string): Operation => ({
  name: 'task.edit',
  args: { id: t1, changes: { name }, at: 9 },
});
const complete: Operation = { name: 'task.complete', args: { id: t1, at: 9 } };
const nameOf = ({ state }: Tab) => state.view.get('task', t1)?.name;

/** The collections and tasks that the user sees. */
function visible({ state: { view } }: Tab) {
  const ids = Array.from({ length: 5 }, (_, i) => sampleId('task', i + 1));
  const tasks = ids.flatMap((id) => liveRow(view, 'task', id) ?? []);
  return { collections: view.lists.collections.all(), tasks: tasks.map((row) => ({ ...row, updatedAt: 0 })) };
}

/**
 * True when the operation moves a task to another collection, or out of its parent, for good. An undo does not move it
 * back (see inverse.ts).
 */
function movesForGood({ name, args }: Operation, { state: { view } }: Tab): boolean {
  const own = view.get('task', args.id)?.collectionId ?? '';
  if (name === 'task.restore' && view.get('task', args.id)?.deletedAt === null) return true;
  if (name === 'task.reopen' || name === 'task.restore') return args.collectionId !== own;
  return name === 'task.edit' && view.get('collection', own)?.deletedAt !== null;
}

/**
 * True when the operation names the parent's time of a completion, or ticked boxes. Only an undo does, to restore
 * earlier values.
 */
function saysWhatWas({ name, args }: Operation): boolean {
  return (
    name === 'task.turn' && (args.changes.doneIn !== undefined || args.changes.description !== undefined)
  );
}

describe('the history', () => {
  test('takes back all changes to the beginning, and does them all again to the end', async () => {
    await fc.assert(
      fc.asyncProperty(anyMutations(HISTORY_LIMIT), async (mutations) => {
        const tab = openTab();
        const seen = [visible(tab)];
        for (const [i, { name, args }] of mutations.entries()) {
          const operation = { name, args: { ...args, at: i + 1 } } as Operation;
          // A purge cannot be taken back. Another test covers it.
          if (name.endsWith('.purge') || movesForGood(operation, tab) || saysWhatWas(operation)) continue;
          const id = await tab.history.do([operation]).catch((error: unknown) => {
            if (error instanceof MutationRejected) return null;
            throw error;
          });
          if (id) seen.push(visible(tab));
        }
        for (const before of seen.slice(0, -1).toReversed()) {
          expect(await tab.history.undo()).toMatchObject(DONE);
          expect(visible(tab)).toEqual(before);
        }
        expect(await tab.history.undo()).toBeNull();
        for (const after of seen.slice(1)) {
          expect(await tab.history.redo()).toMatchObject(DONE);
          expect(visible(tab)).toEqual(after);
        }
        expect(await tab.history.redo()).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  test('[T9] keeps no entry for a purge, and rejects the undo of the deletion before it', async () => {
    const tab = await openTabWithTask();
    await tab.history.do([{ name: 'task.delete', args: { id: t1, at: 9 } }]);
    expect(await tab.history.do([{ name: 'task.purge', args: { id: t1, at: 10 } }])).toBeNull();
    expect(await tab.history.undo()).toMatchObject({ error: { code: 'GONE' } });
    expect(nameOf(tab)).toBe('');
  });

  test('belongs to the device: a later tab goes on with it, and two tabs never take back the same change', async () => {
    const tab = await openTabWithTask();
    await tab.history.do([rename('First')]);
    await tab.history.do([rename('Second')]);

    const later = openTab(tab.disk);
    const taken = await Promise.all([later.history.undo(), tab.history.undo(), later.history.undo()]);

    expect(taken.filter((move) => move !== null)).toHaveLength(2);
    expect(new Set(taken.map((move) => move?.entry.id)).size).toBe(3);
  });

  test('goes back as far as its limit', async () => {
    const tab = await openTabWithTask();
    for (let n = 0; n <= HISTORY_LIMIT; n += 1) await tab.history.do([rename(`Name ${n}`)]);

    for (let n = 0; n < HISTORY_LIMIT; n += 1) expect(await tab.history.undo()).toMatchObject(DONE);

    expect(await tab.history.undo()).toBeNull();
    expect(nameOf(tab)).toBe('Name 0');
  });

  test('forgets the changes to do again once a new change is made', async () => {
    const tab = await openTabWithTask();
    await tab.history.do([rename('First')]);
    await tab.history.undo();

    await tab.history.do([complete]);

    expect(await tab.history.redo()).toBeNull();
    expect(nameOf(tab)).toBe('Task 1');
  });

  test('does not remember a change without effect, nor forget other changes for it', async () => {
    const tab = await openTabWithTask();
    await tab.history.do([rename('First')]);
    await tab.history.undo();
    await tab.history.redo();
    await tab.history.undo();

    expect(await tab.history.do([rename('Task 1')])).toBeNull();

    expect(await tab.history.redo()).toMatchObject({ entry: { name: 'task.edit', rowId: t1 } });
    expect(nameOf(tab)).toBe('First');
  });

  test('takes a change back by its id, also after newer changes, and only once', async () => {
    const tab = await openTabWithTask();
    const id = await tab.history.do([complete]);
    await tab.history.do([rename('First')]);

    expect(await tab.history.undo(id!)).toMatchObject({ entry: { id, name: 'task.complete' } });
    expect(tab.state.view.get('task', t1)).toMatchObject({ completedAt: null, name: 'First' });
    expect(await tab.history.undo(id!)).toBeNull();
    expect(await tab.history.redo()).toMatchObject({ entry: { id } });
    expect(tab.state.view.get('task', t1)?.completedAt).toBe(9);
  });

  test('takes back operations that were done together in one step, the last one first', async () => {
    const tab = await openTabWithTask();
    await tab.history.do([rename('First'), { name: 'task.delete', args: { id: t1, at: 9 } }]);

    expect(await tab.history.undo()).toMatchObject({ entry: { name: 'task.delete' } });

    expect(tab.state.view.get('task', t1)).toMatchObject({ name: 'Task 1', deletedAt: null });
    expect(await tab.history.undo()).toBeNull();
  });

  test('remembers the operations that were done when others of the change are rejected', async () => {
    const tab = await openTabWithTask();
    const gone: Operation = { name: 'task.edit', args: { id: sampleId('task', 9), changes: {}, at: 9 } };

    await expect(tab.history.do([gone, rename('First')])).rejects.toMatchObject({ code: 'GONE' });

    expect(nameOf(tab)).toBe('First');
    await tab.history.undo();
    expect(nameOf(tab)).toBe('Task 1');
  });

  test('takes back a change that is not durable yet', async () => {
    const tab = await openTabWithTask();
    void tab.history.do([rename('First')]);
    void tab.history.undo();

    await tab.history.redo();

    expect(nameOf(tab)).toBe('First');
  });

  test('uses the time of the undo, but gives a completed task its old time of completion', async () => {
    const tab = await openTabWithTask();
    await tab.history.do([rename('First')]);
    await tab.history.do([complete]);
    await tab.history.do([{ name: 'task.reopen', args: { id: t1, collectionId: c1, at: 20 } }]);

    await tab.history.undo();
    expect(tab.state.view.get('task', t1)).toMatchObject({ completedAt: 9 });
    await tab.history.undo();
    await tab.history.undo();
    expect(tab.state.view.get('task', t1)?.updatedAt).toBeGreaterThan(1_000);
  });
});

describe('a change that cannot be taken back', () => {
  test('leaves the history when its mutator rejects the undo, and the next change follows', async () => {
    const tab = await openTabWithTask();
    await tab.state.mutate(addCollection(3));
    await tab.history.do([
      { name: 'collection.edit', args: { id: c1, changes: { color: '#63B76C' }, at: 9 } },
    ]);
    await tab.history.do([rename('First')]);
    await tab.state.mutate(mutation(5, 'task.delete', { id: t1, at: 10 }));

    expect(await tab.history.undo()).toMatchObject({ error: { code: 'GONE' } });
    expect(await tab.history.redo()).toBeNull();
    expect(await tab.history.undo()).toMatchObject({ entry: { name: 'collection.edit' } });
    expect(tab.state.view.get('collection', c1)?.color).toBe('#FFCC33');
  });

  test('leaves the history with NOTHING_TO_CHANGE when another device has taken it back', async () => {
    const tab = await openTabWithTask();
    await tab.history.do([complete]);
    await tab.state.mutate(mutation(5, 'task.reopen', { id: t1, collectionId: c1, at: 10 }));

    expect(await tab.history.undo()).toMatchObject({ error: { code: 'NOTHING_TO_CHANGE' } });
    expect(await tab.history.undo()).toBeNull();
  });

  test('stays in the history when the device cannot store the undo', async () => {
    const tab = await openTabWithTask();
    await tab.history.do([rename('First')]);
    const working = { ...tab.store };
    tab.store.addToOutbox = () => Promise.reject(new Error('disk full'));

    expect(await tab.history.undo()).toMatchObject({ error: { code: 'STORAGE_FAILED' } });
    expect(nameOf(tab)).toBe('First');

    Object.assign(tab.store, working);
    await tab.history.undo();
    expect(nameOf(tab)).toBe('Task 1');
  });
});

describe('a change that the device cannot store', () => {
  test('gets no entry in the history', async () => {
    const tab = await openTabWithTask();
    tab.store.addToOutbox = () => Promise.reject(new Error('disk full'));

    await expect(tab.history.do([rename('First')])).rejects.toMatchObject({ code: 'STORAGE_FAILED' });

    expect(await tab.history.undo()).toBeNull();
  });

  test('is still made when only the history cannot be stored', async () => {
    const tab = await openTabWithTask();
    tab.store.changeHistory = () => Promise.reject(new Error('disk full'));

    expect(await tab.history.do([rename('First')])).toBeNull();

    expect(nameOf(tab)).toBe('First');
  });
});
