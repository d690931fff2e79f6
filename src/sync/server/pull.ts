import type { Transaction } from 'kysely';
import type { Task } from '#src/domain/task.ts';
import type { Patch } from '#src/sync/protocol.ts';
import type { SyncTables } from './database.ts';
import { COLLECTION_COLUMNS, TASK_COLUMNS, toCollection, toTask } from './rows.ts';

/** Where a device stands. */
export interface Cursor {
  /** The version its rows are at. */
  readonly version: number;
  /** The server's version when the device began to load from nothing, if that load is not complete; else 0. */
  readonly loadedAt: number;
}

/** About how many characters the texts of a page may have: a phone on a bad network reads as many between two beats. */
const PAGE_CHARACTERS = 1_000_000;

/** For a patch that must not be a page, however many rows it has. */
export const WHOLE = Number.MAX_SAFE_INTEGER;

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
  const { tasks, to } = await tasksSince(tx, userId, from, newest, pageRows);
  return {
    type: 'patch',
    from,
    to,
    collections: await collectionsSince(tx, userId, from, to),
    tasks,
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

/**
 * The tasks whose newest change lies after `since`, up to the version `to`: that is `newest`, or where a page of about
 * `limit` tasks ends. Pages end between two versions, so that the next can begin there.
 */
async function tasksSince(
  tx: Transaction<SyncTables>,
  userId: string,
  since: number,
  newest: number,
  limit: number,
): Promise<{ tasks: Task[]; to: number }> {
  const select = () =>
    tx
      .selectFrom('task')
      .select([...TASK_COLUMNS, 'version'])
      .where('user_id', '=', userId);
  const rows = await select()
    .where('version', '>', since)
    .orderBy('version')
    .limit(limit + 1)
    .execute();
  const beyond = rows[limit === WHOLE ? limit : endOfPage(rows, limit)];
  if (!beyond) return { tasks: rows.map(toTask), to: newest };
  const page = rows.filter((row) => row.version < beyond.version);
  if (page.length > 0) return { tasks: page.map(toTask), to: beyond.version - 1 };
  const batch = await select().where('version', '=', beyond.version).execute();
  return { tasks: batch.map(toTask), to: beyond.version };
}

/** The index of the first row that is too much for a page; past the end when there is none. */
function endOfPage(rows: readonly { readonly name: string; readonly description: string }[], limit: number) {
  let characters = 0;
  const end = rows.findIndex(({ name, description }, i) => {
    characters += name.length + description.length;
    return i === limit || characters > PAGE_CHARACTERS;
  });
  return end < 0 ? rows.length : end;
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
