import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { inChunks } from '#src/domain/in-chunks.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import { takeBack } from '#src/reading/history/take-back.ts';
import type { Database } from '#src/server/db/tables.ts';
import { rowOf, sqlName } from '#src/sync/server/rows.ts';
import { MOST_ABOVE, referencesTo, type FindRow } from '#src/tables/kit/row.ts';
import { columnsOf, TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { endpoint, type TokenCall } from './endpoint.ts';
import { PROBLEM_CODES, ApiProblem, statusOf } from './problem.ts';
import { write, writtenAll } from './write.ts';

type Tx = Transaction<Database>;

/** Below the parameters that a statement may have. */
const IDS_A_STATEMENT = 500;

/** The changes of the token's write that made this version of the space, newest first; none when it changed nothing. */
async function changesOf(
  tx: Tx,
  { spaceId, token, countRead }: Pick<TokenCall, 'spaceId' | 'token' | 'countRead'>,
  version: number,
): Promise<readonly RowHistory[]> {
  const last = await tx
    .selectFrom('history')
    .select(['version', 'changed_at', 'token_id'])
    .where('space_id', '=', spaceId)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.token_id !== token.id) return [];
  // A write with many rows has several versions: its entries have the first, and its mutations the last one. An index
  // finds the mutations by the time that a push gives them and its entries.
  const newest = await tx
    .selectFrom('mutation')
    .select((eb) => eb.fn.min('version').as('version'))
    .where('space_id', '=', spaceId)
    .where('created_at', '=', last.changed_at)
    .where('version', '>=', last.version)
    .executeTakeFirst();
  if (Number(newest?.version) !== version) return [];
  const entries = await tx
    .selectFrom('history')
    .select('changes')
    .where('space_id', '=', spaceId)
    .where('version', '=', last.version)
    .orderBy('step', 'desc')
    .execute();
  countRead(entries.reduce((sum, { changes }) => sum + changes.length, 0));
  return entries.flatMap(({ changes }) => JSON.parse(changes) as RowHistory[]);
}

/** Finds the rows of the changes, and those that they belong to or belonged to. */
async function readNear(tx: Tx, spaceId: SpaceId, changes: readonly RowHistory[]): Promise<FindRow> {
  const found = new Map<string, AnyRow>();
  const keyOf = (table: TableName, id: string) => `${table}:${id}`;
  const asked = new Set<string>();
  const wanted = new Map(TABLE_NAMES.map((table) => [table, new Set<string>()]));
  const want = (table: TableName, id: unknown) => {
    if (typeof id === 'string' && !asked.has(keyOf(table, id))) wanted.get(table)?.add(id);
  };
  const wantOwners = (table: TableName, row: Partial<AnyRow> | null) => {
    for (const [name, { references }] of columnsOf(table))
      if (references !== null) want(references as TableName, row?.[name]);
  };
  for (const { table, id, before } of changes) {
    want(table, id);
    wantOwners(table, before);
  }
  for (let level = 0; level <= MOST_ABOVE; level++) {
    for (const [table, ids] of wanted) {
      const missing = [...ids];
      ids.clear();
      for (const id of missing) asked.add(keyOf(table, id));
      for (const some of inChunks(missing, IDS_A_STATEMENT)) {
        const rows = await tx
          .selectFrom(table as 'label')
          .select(rowOf(table))
          .where('space_id', '=', spaceId)
          .where('id', 'in', some)
          .execute();
        for (const row of rows as unknown as readonly AnyRow[]) {
          found.set(keyOf(table, row.id), row);
          wantOwners(table, row);
        }
      }
    }
  }
  return (table, id) => found.get(keyOf(table, id));
}

/** The changes, without the additions of collections that later rows stand in. */
async function withoutUsed(
  tx: Tx,
  spaceId: SpaceId,
  changes: readonly RowHistory[],
): Promise<readonly RowHistory[]> {
  const own = new Set(changes.map(({ id }) => id));
  const isUsed = async (id: string) => {
    for (const { table, column } of referencesTo('collection')) {
      const rows = await tx
        .selectFrom(table as 'task')
        .select('id')
        .where('space_id', '=', spaceId)
        .where(sql.ref<string>(sqlName(column)), '=', id)
        .where('deleted_at', 'is', null)
        .limit(own.size + 1)
        .execute();
      if (rows.some((row) => !own.has(row.id))) return true;
    }
    return false;
  };
  const added = changes.flatMap(({ table, id, before }) =>
    table === 'collection' && before === null ? [id] : [],
  );
  const used = new Set<string>();
  for (const id of added) if (await isUsed(id)) used.add(id);
  return changes.filter(({ id }) => !used.has(id));
}

function nothing(): ApiProblem {
  return new ApiProblem(
    'NOT_FOUND',
    'This token has no write with this version that changed something, or the history has forgotten it.',
  );
}

export const undoEndpoint = endpoint({
  method: 'POST',
  path: '/undo',
  name: 'undo',
  summary:
    'Takes back the write of this token with this version, as in the history of the app. A field that was changed since stays, and so does an added collection with later rows in it.',
  scope: 'write',
  body: z.strictObject({ version: z.int().min(1).describe('From the answer of the write.') }),
  status: 200,
  output: writtenAll,
  errors: PROBLEM_CODES.filter((code) => statusOf(code) === 409),
  run: async (call) => ({
    version: await write(call, async (tx) => {
      const changes = await withoutUsed(tx, call.spaceId, await changesOf(tx, call, call.body.version));
      if (changes.length === 0) throw nothing();
      const { operations } = takeBack(changes, await readNear(tx, call.spaceId, changes), call.now);
      // A limited token gets one answer for a write that it does not reach and one that cannot be taken back.
      if (operations.length === 0)
        throw call.reach.isAll ? new ApiProblem('CHANGED_SINCE', 'All of it was changed since.') : nothing();
      return operations;
    }),
  }),
});
