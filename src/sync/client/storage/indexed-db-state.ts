import type { IDBPTransaction } from 'idb';
import {
  fitsStored,
  isTrue,
  repairOf,
  StaleDevice,
  type DevicePatch,
  type DeviceState,
  type FirstRows,
  type FirstState,
  type OutboxMark,
  type OutboxRecord,
  type Rejection,
} from './device-store.ts';
import { requestInSlices, runsOf } from './request-in-slices.ts';
import type { Schema } from './indexed-db-records.ts';
import { addRows, clearRows, readRows, readTables } from './indexed-db-segments.ts';

/** The object stores that a load reads and a patch may change. */
export const STATE_STORES = ['segment', 'tables', 'outbox', 'rejection', 'meta'] as const;

/** A transaction over all STATE_STORES. */
export type StateTransaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  Schema,
  typeof STATE_STORES,
  Mode
>;

/** The whole state. */
export async function readAll(tx: StateTransaction<IDBTransactionMode>): Promise<DeviceState> {
  const [version = 0, loadedAt = 0, missing, tables, outbox, rejections, { rows, isWhole }] =
    await Promise.all([
      tx.objectStore('meta').get('version'),
      tx.objectStore('meta').get('loadedAt'),
      tx.objectStore('meta').get('missing'),
      tx.objectStore('tables').get('whole'),
      tx.objectStore('outbox').getAll(),
      tx.objectStore('rejection').getAll(),
      readRows(tx.objectStore('segment')),
    ]);
  return {
    version,
    load: missing === undefined ? null : { loadedAt, missing },
    // After a rejected row, no table counts as whole, so the server sends all rows again.
    tables: isWhole ? ((tables as readonly string[] | undefined) ?? []) : [],
    rows,
    outbox: outbox as OutboxRecord[],
    rejections: inOrder(rejections),
  };
}

/** The first rows when they still match the device. Otherwise the whole state. */
export async function readFirst(tx: StateTransaction<IDBTransactionMode>): Promise<FirstState | DeviceState> {
  const first = await trueFirst(tx, tx.objectStore('tables').get('first') as Promise<FirstRows | undefined>);
  if (!first) return readAll(tx);
  const [outbox, rejections] = await Promise.all([
    tx.objectStore('outbox').getAll(),
    tx.objectStore('rejection').getAll(),
  ]);
  return {
    rows: readTables(first.rows),
    others: first.others,
    outbox: outbox as OutboxRecord[],
    rejections: inOrder(rejections),
  };
}

/** Keeps the first rows, unless they no longer match the device. */
export async function writeFirst(tx: StateTransaction<'readwrite'>, first: FirstRows): Promise<void> {
  if (await trueFirst(tx, Promise.resolve(first))) await tx.objectStore('tables').put(first, 'first');
}

async function trueFirst(
  tx: StateTransaction<IDBTransactionMode>,
  asked: Promise<FirstRows | undefined>,
): Promise<FirstRows | null> {
  const [first, version = 0, missing, size, last] = await Promise.all([
    asked,
    tx.objectStore('meta').get('version'),
    tx.objectStore('meta').get('missing'),
    tx.objectStore('outbox').count(),
    tx.objectStore('outbox').openKeyCursor(null, 'prev'),
  ]);
  const mark: OutboxMark = { size, last: last?.key ?? 0 };
  return missing === undefined && isTrue(first, version, mark) ? first : null;
}

/** Stores all data of a tab's memory that the device lacks. */
export async function repair(tx: StateTransaction<'readwrite'>, known: DeviceState): Promise<void> {
  const { patch, mutations } = repairOf(await readAll(tx), known);
  await requestInSlices(mutations, async (mutation) => tx.objectStore('outbox').add({ mutation }));
  await writePatch(tx, patch);
}

/** Throws StaleDevice. */
export async function writePatch(tx: StateTransaction<'readwrite'>, patch: DevicePatch): Promise<void> {
  const meta = tx.objectStore('meta');
  const [version = 0, tables = []] = await Promise.all([
    meta.get('version'),
    tx.objectStore('tables').get('whole') as Promise<readonly string[] | undefined>,
  ]);
  if (!fitsStored(patch, { version, tables })) throw new StaleDevice();
  const outbox = tx.objectStore('outbox');
  const rejections = tx.objectStore('rejection');
  const segments = tx.objectStore('segment');
  if (patch.from === 0) await clearRows(segments);
  await addRows(segments, patch.rows);
  await requestInSlices(patch.settled, (id) => rejections.delete(id));
  await requestInSlices(patch.rejections, async (rejection) => rejections.put(rejection));
  // All records of each mutation: a write that failed unclearly and was repeated may have stored it twice.
  const seqs = await requestInSlices(patch.settled, async (id) => outbox.index('mutationId').getAllKeys(id));
  await requestInSlices(runsOf(seqs.flat()), async ([first, last]) =>
    outbox.delete(IDBKeyRange.bound(first, last)),
  );
  await Promise.all([
    meta.put(patch.to, 'version'),
    tx.objectStore('tables').put(patch.tables, 'whole'),
    ...(patch.load
      ? [meta.put(patch.load.loadedAt, 'loadedAt'), meta.put(patch.load.missing, 'missing')]
      : [meta.delete('loadedAt'), meta.delete('missing')]),
  ]);
}

function inOrder(rejections: readonly Rejection[]): Rejection[] {
  return rejections.toSorted((a, b) => a.at - b.at);
}
