import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { Value } from '#src/tables/kit/column.ts';
import type { TableName } from '#src/tables/tables.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from './database.ts';
import { statement } from './execute.ts';
import { writtenColumns } from './rows.ts';

/** The columns of a space's row that a push may change. */
export interface Space {
  readonly version: number;
  readonly live_counts: string;
  readonly stored_bytes: number;
  readonly outcome_count: number;
  readonly history_bytes: number;
}

const KEY = new Set(['space_id', 'id']);

/** The most rows in one statement. With this size there are few texts of statements, so each is built and prepared once. */
const ROWS_A_STATEMENT = 32;

/** Writes rows, each as `toSql` gives it. A row replaces the one with the same id. */
export function writeRows(
  tx: Transaction<SyncTables>,
  table: TableName,
  rows: readonly (readonly Value[])[],
): CompiledQuery[] {
  const queries: CompiledQuery[] = [];
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT)
    queries.push(writeSome(tx, table, rows.slice(start, start + ROWS_A_STATEMENT)));
  return queries;
}

function writeSome(
  tx: Transaction<SyncTables>,
  table: TableName,
  rows: readonly (readonly Value[])[],
): CompiledQuery {
  return statement(tx, `write ${rows.length} of ${table}`, rows.flat(), () => {
    const columns = writtenColumns(table);
    const named = rows.map((values) =>
      Object.fromEntries(columns.map((column, place) => [column, values[place]])),
    );
    const others = columns.filter((column) => !KEY.has(column));
    return tx
      .insertInto(table)
      .values(named as never)
      .onConflict((conflict) =>
        conflict
          .columns(['space_id', 'id'])
          .doUpdateSet(
            Object.fromEntries(others.map((column) => [column, sql.ref(`excluded.${column}`)])) as never,
          ),
      );
  });
}

export function recordOutcomes(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  version: number,
  outcomes: ReadonlyMap<string, RejectionCode | null>,
  now: number,
): CompiledQuery[] {
  if (outcomes.size === 0) return [];
  const rows = [...outcomes].map(([mutation_id, outcome]) => ({
    space_id: spaceId,
    mutation_id,
    outcome,
    version,
    created_at: now,
  }));
  const query = statement(tx, `record ${rows.length}`, rows.flatMap(Object.values), () =>
    tx.insertInto('mutation').values(rows),
  );
  return [query];
}

/** No statement when nothing has changed. */
export function saveSpace(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  before: Space,
  { version, live_counts, stored_bytes, outcome_count, history_bytes }: Space,
): CompiledQuery[] {
  const after = { version, live_counts, stored_bytes, outcome_count, history_bytes };
  const columns = Object.keys(after) as (keyof Space)[];
  if (columns.every((column) => after[column] === before[column])) return [];
  const query = statement(tx, 'save space', [...Object.values(after), spaceId], () =>
    tx.updateTable('space').set(after).where('space_id', '=', spaceId),
  );
  return [query];
}

/** Forgets the oldest `count` outcomes. */
export async function forgetOutcomes(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  count: number,
): Promise<void> {
  const rows = await tx
    .selectFrom('mutation')
    .select('mutation_id')
    .where('space_id', '=', spaceId)
    .orderBy('created_at')
    .limit(count)
    .execute();
  const ids = rows.map(({ mutation_id }) => mutation_id);
  await deleteOutcomes(tx, spaceId, ids);
}

/**
 * Deletes by ids, and not by a subquery. With a join of the table to itself, PostgreSQL would compare each row with
 * each when its statistics know few rows.
 */
export async function deleteOutcomes(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('mutation').where('space_id', '=', spaceId).where('mutation_id', 'in', ids).execute();
}
