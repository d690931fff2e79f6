import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#src/domain/id.ts';
import {
  forgetImport,
  IMPORT_SLICE,
  readImport,
  storeImport,
} from '#src/sync/client/background/stored-import.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { openStore } from '#src/sync/testing/indexed-db.ts';
import { addCollection, addTasks, sampleId, task } from '#src/sync/testing/samples.ts';
import { withDefaults } from '#src/tables/kit/row.ts';
import type { Operation } from '#src/tables/operations.ts';
import { endImportOf } from '#src/web/data/take-back-import.ts';
import { notifications } from '#src/web/feedback/notifications.ts';
import { finishedImport } from './finished-import.ts';
import { goingImport, goOnWithImport } from './going-import.ts';
import { importAlone } from './import-alone.ts';
import { runImport } from './run-import.ts';

const TASKS = 2 * IMPORT_SLICE + 30;
const OPERATIONS: readonly Operation[] = [addCollection(1), ...addTasks(TASKS)];

const tasksIn = (replica: Replica) => replica.lists.inCollection(sampleId('collection', 1)).length;

/** Awaits work of the real disk while the simulated world runs. */
async function finish<T>(work: Promise<T>): Promise<T> {
  const done = work.then(
    () => true,
    () => true,
  );
  const pass = async () => {
    await harness.settle();
    await setImmediate();
    return false;
  };
  let isDone = false;
  while (!isDone) isDone = await Promise.race([pass(), done]);
  return work;
}

/** A tab of a user whose device has stored an import. */
async function openedTab() {
  const userId = newId();
  const { store } = await openStore(databaseName(userId));
  const id = newId();
  await storeImport(userId, { id, fileName: 'Home.csv', at: 1 }, OPERATIONS);
  store.close();
  const device = harness.device(userId);
  return { userId, id, device, replica: (await device.openTab()).replica };
}

/** As a tab does that finds an import when it opens. */
async function goOn(replica: Replica): Promise<void> {
  const found = await readImport(replica.userId);
  if (found) await goOnWithImport(replica, found);
}

beforeEach(() => {
  goingImport.set(null);
  notifications.set([]);
});

afterEach(() => vi.restoreAllMocks());

test('[I7] the next tab goes on with an import by itself, says so, and adds nothing twice', async () => {
  const { userId, device, replica } = await openedTab();
  // The first tab was closed after its first slice, before it noted that.
  const stopping = new AbortController();
  const first = {
    done: 0,
    all: OPERATIONS.length,
    operations: (start: number, count: number) => Promise.resolve(OPERATIONS.slice(start, start + count)),
    id: newId(),
    isStored: false,
  };
  await finish(runImport(replica, first, () => stopping.abort(), stopping.signal));
  expect(tasksIn(replica)).toBe(IMPORT_SLICE - 1);

  const next = (await device.openTab()).replica;
  const seen: (readonly [string, number])[] = [];
  const stopWatching = goingImport.subscribe(() => {
    const going = goingImport.get();
    if (going) seen.push([going.fileName, going.progress.done]);
  });
  await finish(goOn(next));
  stopWatching();

  expect(tasksIn(next)).toBe(TASKS);
  expect(seen).toEqual(
    [0, IMPORT_SLICE, 2 * IMPORT_SLICE, OPERATIONS.length].map((done) => ['Home.csv', done]),
  );
  expect(goingImport.get()).toBeNull();
  expect(await readImport(userId)).toMatchObject({ done: OPERATIONS.length });
  expect(notifications.get().map(({ message }) => message)).toEqual(['Your file was imported.']);

  await finish(goOn(next));
  expect(notifications.get()).toHaveLength(1);
});

test('[I7] an import that is stopped stays stopped, with the part that came', async () => {
  const { userId, replica } = await openedTab();
  const stopWatching = goingImport.subscribe(() => {
    const going = goingImport.get();
    if (going?.progress.done === IMPORT_SLICE) going.stop();
  });
  await finish(goOn(replica));
  stopWatching();

  await expect.poll(() => readImport(userId)).toBeNull();
  expect([goingImport.get(), notifications.get()]).toEqual([null, []]);
  await finish(goOn(replica));
  expect(tasksIn(replica)).toBe(IMPORT_SLICE - 1);
});

test('[I7] two tabs do not go on with one import', async () => {
  const { userId, device, replica } = await openedTab();
  const other = (await device.openTab()).replica;
  let begun = 0;
  const stopWatching = goingImport.subscribe(() => {
    if (goingImport.get()?.progress.done === 0) begun += 1;
  });

  await finish(Promise.all([goOn(replica), goOn(other)]));
  stopWatching();

  expect([begun, tasksIn(replica), tasksIn(other)]).toEqual([1, TASKS, TASKS]);
  let inner: boolean | null = null;
  await importAlone(userId, async () => {
    inner = await importAlone(userId, () => Promise.resolve());
  });
  expect(inner).toBe(false);
});

test('[I7] an import waits, with the reason, while the device cannot store it', async () => {
  const { userId, device, replica } = await openedTab();
  harness.goOffline();
  device.disk.faults.lost = 1;
  await finish(goOn(replica));
  expect(goingImport.get()?.problem).toMatch(/could not store/);
  expect(await readImport(userId)).toMatchObject({ done: 0 });
});

test('[I7] an import that another tab ends meanwhile stops without a word of success', async () => {
  const { userId, id, replica } = await openedTab();
  let ended = Promise.resolve();
  const stopWatching = goingImport.subscribe(() => {
    if (goingImport.get()?.progress.done === IMPORT_SLICE) ended = forgetImport(userId, id);
  });
  await finish(goOn(replica));
  stopWatching();
  await ended;

  expect(tasksIn(replica)).toBeLessThan(TASKS);
  expect([goingImport.get(), notifications.get()]).toEqual([null, []]);
});

test('[I6] [I7] the result of an earlier import does not show once another one went on', async () => {
  const { replica } = await openedTab();
  finishedImport.set({ replica, fileName: 'Old.csv', tasks: 3, collectionId: null, rows: [] });
  await finish(goOn(replica));
  expect(finishedImport.get()).toBeNull();
});

test('[I7] an import shows that the disk cannot be read, and that it cannot be stopped', async () => {
  const { userId, replica } = await openedTab();
  const found = await readImport(userId);
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The disk fails.', 'UnknownError');
  });
  if (found) await finish(goOnWithImport(replica, found));
  expect(goingImport.get()?.problem).toMatch(/could not store/);

  goingImport.set(goingImport.get() && { ...goingImport.get()!, problem: '' });
  goingImport.get()?.stop();
  await expect.poll(() => goingImport.get()?.problem).toMatch(/could not store/);

  transaction.mockRestore();
  goingImport.get()?.stop();
  await expect.poll(() => goingImport.get()).toBeNull();
  expect(await readImport(userId)).toBeNull();
});

test('[I6] [I7] taking back another import ends none that waits, though both set the same setting', async () => {
  const userId = newId();
  const { store } = await openStore(databaseName(userId));
  const theme: Operation = { name: 'setting.set', args: { id: 'theme', value: 'dark', at: 1 } };
  const id = newId();
  await storeImport(userId, { id, fileName: 'Home.csv', at: 1 }, [theme, ...OPERATIONS]);
  store.close();
  const setting = withDefaults('setting', { id: 'theme', value: 'dark' });
  const other = { ...task(900), id: newId() };

  await endImportOf(userId, [
    { table: 'setting', row: setting, before: { value: '' } },
    { table: 'task', row: other, before: null },
  ]);
  expect(await readImport(userId)).toMatchObject({ id });
  await endImportOf(userId, [{ table: 'task', row: { ...other, id: sampleId('task', 1) }, before: null }]);
  expect(await readImport(userId)).toBeNull();
});
