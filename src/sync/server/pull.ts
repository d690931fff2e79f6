import type { Transaction } from 'kysely';
import { LIMITS } from '#src/domain/limits.ts';
import type { Task } from '#src/domain/task.ts';
import type { Patch } from '#src/sync/protocol.ts';
import type { SyncTables } from './database.ts';
import { COLLECTION_COLUMNS, TASK_COLUMNS, textBytes, toCollection, toTask } from './rows.ts';

/** Where a device stands. */
export interface Cursor {
  /** The version its rows are at. */
  readonly version: number;
  /** The server's version when the device began to load from nothing, if that load is not complete; else 0. */
  readonly loadedAt: number;
}

/** About how long the texts of a page may be, in UTF-8: a phone on a bad network reads as much between two beats. */
const PAGE_BYTES = 1_000_000;

/**
 * Tasks that one version has at most, so that a page can end behind it: of the longest, as many as a page has room for, with 3
 * bytes for each of their characters.
 */
export const VERSION_ROWS = Math.floor(PAGE_BYTES / (3 * (LIMITS.taskName + LIMITS.taskDescription)));

/**
 * The patch that brings a device on from its cursor: to the user's newest version, or a page of about `pageRows` tasks on
 * the way there, fewer when they are long (sync rule W16). It is a patch from 0 for a device that is ahead of the server,
 * or may hold rows whose tombstones have been purged (sync rule W10) or which a restore took back (outdate-devices.ts). `tx` must see one
 * state of the database.
 */
export async function pull(
  tx: Transaction<SyncTables>,
  userId: string,
  cursor: Cursor,
  pageRows: number,
): Promise<Patch> {
  const space = await tx
    .selectFrom('space')
    .select(['version', 'purged_version'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const newest = space?.version ?? 0;
  // What was deleted before a load from nothing began, that load has never brought as living.
  const seen = Math.max(cursor.version, cursor.loadedAt);
  const from = seen > newest || seen < (space?.purged_version ?? 0) ? 0 : cursor.version;
  if (from === newest) {
    return { type: 'patch', from, to: newest, collections: [], tasks: [], outcomes: [], rest: null };
  }
  return patchSince(tx, userId, from, newest, pageRows);
}

/** The patch, or page, with all that changed from one version to the user's newest. */
export async function patchSince(
  tx: Transaction<SyncTables>,
  userId: string,
  from: number,
  newest: number,
  pageRows: number,
): Promise<Patch> {
  const to = await endOfPage(tx, userId, from, newest, pageRows);
  return {
    type: 'patch',
    from,
    to,
    collections: await collectionsSince(tx, userId, from, to),
    tasks: await tasksBetween(tx, userId, from, to),
    outcomes: [],
    rest: to === newest ? null : { version: newest, tasks: await countTasksSince(tx, userId, to) },
  };
}

/** The newest version of each of these users who ever wrote. */
export async function newestVersions(
  tx: Transaction<SyncTables>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('space')
    .select(['user_id', 'version'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.version]));
}

/** Whether so many tasks, with texts of that length, need be no page. */
export function fitPage(tasks: readonly Pick<Task, 'name' | 'description'>[], pageRows: number): boolean {
  const bytes = tasks.map(
    ({ name, description }) => Buffer.byteLength(name) + Buffer.byteLength(description),
  );
  return endOf(bytes, pageRows) === bytes.length;
}

/** The index of the first of these that is too much for a page; past the end when there is none. */
function endOf(bytes: readonly number[], pageRows: number): number {
  let sum = 0;
  const end = bytes.findIndex((each, i) => {
    sum += each;
    return i === pageRows || sum > PAGE_BYTES;
  });
  return end < 0 ? bytes.length : end;
}

/**
 * The version at which a page after `since` ends: between two versions, so that the next can begin there, and behind the first
 * one, though that alone be too much. The texts are measured where they are: the next 5,000 may have 80 MB.
 */
async function endOfPage(
  tx: Transaction<SyncTables>,
  userId: string,
  since: number,
  newest: number,
  pageRows: number,
): Promise<number> {
  const rows = await tx
    .selectFrom('task')
    .select((eb) => ['version', textBytes(eb).as('bytes')])
    .where('user_id', '=', userId)
    .where('version', '>', since)
    .orderBy('version')
    .limit(pageRows + 1)
    .execute();
  const beyond =
    rows[
      endOf(
        rows.map(({ bytes }) => bytes),
        pageRows,
      )
    ];
  if (!beyond) return newest;
  return beyond.version === rows[0]?.version ? beyond.version : beyond.version - 1;
}

async function tasksBetween(
  tx: Transaction<SyncTables>,
  userId: string,
  since: number,
  to: number,
): Promise<Task[]> {
  const rows = await tx
    .selectFrom('task')
    .select(TASK_COLUMNS)
    .where('user_id', '=', userId)
    .where('version', '>', since)
    .where('version', '<=', to)
    .execute();
  return rows.map(toTask);
}

/** The first page of a load from nothing has all of them, so that no task comes before its collection. */
async function collectionsSince(tx: Transaction<SyncTables>, userId: string, since: number, to: number) {
  const query = tx
    .selectFrom('collection')
    .select(COLLECTION_COLUMNS)
    .where('user_id', '=', userId)
    .where('version', '>', since);
  const rows = await (since === 0 ? query : query.where('version', '<=', to)).execute();
  return rows.map(toCollection);
}

async function countTasksSince(
  tx: Transaction<SyncTables>,
  userId: string,
  version: number,
): Promise<number> {
  const { tasks } = await tx
    .selectFrom('task')
    .select((eb) => eb.fn.countAll<number>().as('tasks'))
    .where('user_id', '=', userId)
    .where('version', '>', version)
    .executeTakeFirstOrThrow();
  return tasks;
}
