import { sql, type SqlBool, type Transaction } from 'kysely';
import { z } from 'zod';
import type { RowHistory } from '#src/reading/history/history.ts';
import type { Database } from '#src/server/db/tables.ts';
import { readTasks } from '#src/server/rows/user-tasks.ts';
import { isAbout } from '#src/sync/server/history/about.ts';
import { pull } from '#src/sync/server/pull.ts';
import { TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { endpoint, type Call } from './endpoint.ts';
import { TASK_COLUMNS } from './find-tasks.ts';
import { MOST_ITEMS } from './pages.ts';
import { homesOf } from './reach.ts';
import { reachedRows } from './reached-rows.ts';
import { rowSchema, toldRow } from './row-schemas.ts';

type Tx = Transaction<Database>;

const plural = (table: TableName) => `${table}s`;
const changedOf = (table: TableName) => z.array(rowSchema(table)).optional();

export const sinceSchema = z
  .string()
  .regex(/^\d{1,15}(-\d{1,15})?$/)
  .describe('A version from an answer of a write, or the `next` of an answer.');

export const changesSchema = z.strictObject({
  /** True when the rows of this answer and its next ones are all there are: the client drops its own. */
  isWhole: z.boolean(),
  changed: z.strictObject(Object.fromEntries(TABLE_NAMES.map((table) => [plural(table), changedOf(table)]))),
  gone: z.strictObject(
    Object.fromEntries(TABLE_NAMES.map((table) => [plural(table), z.array(z.string()).optional()])),
  ),
  next: z.string(),
  hasMore: z.boolean(),
});

export type Changes = z.infer<typeof changesSchema>;

/**
 * The rows that changed after `since`, and the ids of those that went. A page of a load from nothing names in its cursor
 * the version at which that began (see Cursor).
 */
export async function changesSince(tx: Tx, call: Call, since: string, limit: number): Promise<Changes> {
  const [version = 0, loadedAt = 0] = since.split('-').map(Number);
  const { spaceId } = call;
  const { from, to, rest, rows } = await pull(tx, spaceId, { version, loadedAt }, limit);
  const begun = rest === null ? 0 : from === 0 ? rest.version : loadedAt;
  const changed: Record<string, unknown[]> = {};
  const gone: Record<string, string[]> = {};
  for (const table of TABLE_NAMES) {
    const found = (rows[table] ?? []) as readonly AnyRow[];
    const told = await toldRows(tx, call, table, found);
    if (told.size > 0) changed[plural(table)] = [...told.values()];
    const others = found.filter(({ id }) => !told.has(id));
    const went = from === 0 ? [] : await goneAmong(tx, call, table, others, version);
    if (went.length > 0) gone[plural(table)] = [...went];
  }
  const next = begun === 0 ? `${to}` : `${to}-${begun}`;
  return { isWhole: from === 0, changed, gone, next, hasMore: rest !== null } as Changes;
}

/** The rows that are there and reached, by id. */
async function toldRows(
  tx: Tx,
  { spaceId, reach }: Call,
  table: TableName,
  rows: readonly AnyRow[],
): Promise<ReadonlyMap<string, object>> {
  if (table === 'task') {
    const tasks = await readTasks(
      tx,
      spaceId,
      rows.map(({ id }) => id),
      TASK_COLUMNS,
    );
    const reached = [...tasks].filter(([, { collectionId }]) => reach.has(collectionId));
    return new Map(reached.map(([id, task]) => [id, toldRow(table, task)]));
  }
  const live = rows.filter(({ deletedAt }) => deletedAt === null);
  const reached = await reachedRows(tx, spaceId, reach, table, live);
  return new Map(reached.map((row) => [row.id, toldRow(table, row)]));
}

/** The ids among rows that are not told that a client may know: those within the reach of its token, now or before. */
async function goneAmong(
  tx: Tx,
  { spaceId, reach }: Call,
  table: TableName,
  rows: readonly AnyRow[],
  since: number,
): Promise<readonly string[]> {
  if (reach.isAll || table === 'label') return rows.map(({ id }) => id);
  if (table === 'collection') return rows.filter(({ id }) => reach.has(id)).map(({ id }) => id);
  if (table === 'section')
    return rows.filter((row) => reach.has(String(row['collectionId']))).map(({ id }) => id);
  if (table !== 'task' && table !== 'reminder') return [];
  const taskOf = (row: AnyRow) => (table === 'task' ? row.id : String(row['taskId']));
  const homes = await homesOf(tx, spaceId, rows.map(taskOf));
  const left = await leftSince(tx, spaceId, reach, rows.map(taskOf), since);
  return rows.filter((row) => reach.has(homes.get(taskOf(row))) || left.has(taskOf(row))).map(({ id }) => id);
}

/** The tasks that left the collections of a limited token after the version, as the history tells. */
async function leftSince(
  tx: Tx,
  spaceId: Call['spaceId'],
  reach: Call['reach'],
  ids: readonly string[],
  since: number,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const about = { rows: sql<SqlBool>`row_id in (${sql.join(ids)})`, where: sql<SqlBool>`version > ${since}` };
  const entries = await tx
    .selectFrom('history')
    .select('changes')
    .where('space_id', '=', spaceId)
    .where(isAbout(spaceId, about))
    .execute();
  const rows = entries.flatMap(({ changes }) => JSON.parse(changes) as RowHistory[]);
  const left = rows.filter(({ before }) =>
    reach.has((before?.['collectionId'] ?? undefined) as string | undefined),
  );
  return new Set(left.map(({ id }) => id));
}

export const changesEndpoint = endpoint({
  method: 'GET',
  path: '/changes',
  name: 'listChanges',
  summary:
    'Tells the rows that changed after a version, and the ids of rows that went. A collection takes its sections and open tasks with it, and a task its sub-tasks.',
  scope: 'read',
  query: z.strictObject({
    since: sinceSchema.default('0'),
    limit: z.coerce.number().int().min(1).max(MOST_ITEMS).default(MOST_ITEMS),
  }),
  status: 200,
  output: changesSchema,
  errors: [],
  run: (call) => call.database.snapshot((tx) => changesSince(tx, call, call.query.since, call.query.limit)),
});
