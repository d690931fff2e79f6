import { sql, type Transaction } from 'kysely';
import { inChunks } from '#src/domain/in-chunks.ts';
import { declarationOf, type TableName } from '#src/tables/tables.ts';
import { MOST_BELOW } from '#src/tables/kit/row.ts';
import type { SpaceId } from '#src/domain/space.ts';
import { rowsBy, setIn, type Found, type Query } from './batch-queries.ts';
import type { SyncTables } from './database.ts';
import { sqlName, textBytes } from './rows.ts';

/**
 * The most rows that a batch reads below others, and the most bytes of their texts. Further rows stay unchanged: nobody
 * makes as many by hand.
 */
const MOST_ROWS = 5_000;
const MOST_BYTES = 2_000_000;

/** Values in one statement. With these sizes there are few texts of statements, so each is built and prepared once. */
const ROWS_A_STATEMENT = 100;
const ABOVE_A_STATEMENT = 1_000;

/** The ids whose rows below a batch reads, and the columns that it needs of those rows. */
export class RowsBelow {
  readonly ids = new Set<string>();
  readonly columns = new Set<string>();
}

/**
 * Finds the rows below these ids, level by level, up to MOST_BELOW for each id. Returns the statements that read whole
 * rows, for rows with a value in one of the columns.
 */
export async function rowsBelow(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  table: TableName,
  { ids, columns }: RowsBelow,
  found: Found,
): Promise<readonly Query[]> {
  const { tree } = declarationOf(table);
  if (!tree || ids.size === 0) return [];
  const above = sql.ref<string>(sqlName(tree.column));
  const isNull = [...columns].map((column) => sql`${sql.ref(sqlName(column))} is null`);
  const below = found.below[table];
  const wanted = new Set<string>();
  let bytes = 0;
  /** The rows directly below these, up to `limit`, and one more when there are more. */
  const directlyBelow = (parents: readonly string[], limit: number) =>
    tx
      .selectFrom(table)
      .select(['id', above.as('above'), textBytes(table).as('bytes')])
      .select(sql<number>`case when ${sql.join(isNull, sql` and `)} then 0 else 1 end`.as('has_value'))
      .where('space_id', '=', spaceId)
      .where(above, 'in', parents)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(limit + 1)
      .execute();
  const take = (rows: Awaited<ReturnType<typeof directlyBelow>>) => {
    for (const row of rows) {
      setIn(below, row.above).add(row.id);
      if (row.has_value === 0 || wanted.size >= MOST_ROWS || bytes + row.bytes > MOST_BYTES) continue;
      wanted.add(row.id);
      bytes += row.bytes;
    }
    return rows.length;
  };
  /** Takes the first `room` rows below these, in the order of the parents. Returns how many it took. */
  const takeInOrder = async (parents: readonly string[], room: number): Promise<number> => {
    if (parents.length === 0 || room <= 0) return 0;
    const rows = await directlyBelow(parents, room);
    if (rows.length <= room) return take(rows);
    if (parents.length === 1) return take(rows.slice(0, room));
    const half = Math.ceil(parents.length / 2);
    const first = await takeInOrder(parents.slice(0, half), room);
    return first + (await takeInOrder(parents.slice(half), room - first));
  };
  let branches = [...ids].map((id) => ({ level: [id], seen: 0 }));
  for (let level = 0; branches.length > 0 && level <= tree.levels; level++) {
    const asked = [...new Set(branches.flatMap((branch) => branch.level))];
    for (const some of inChunks(asked, ABOVE_A_STATEMENT)) {
      const rows = await directlyBelow(some, MOST_ROWS);
      if (rows.length <= MOST_ROWS) {
        take(rows);
        continue;
      }
      // There are more rows than one read takes: each branch gets as many as it has room for, nearest first.
      const isAsked = new Set(some);
      for (const branch of branches)
        await takeInOrder(
          branch.level.filter((id) => isAsked.has(id)),
          MOST_BELOW.seen - branch.seen,
        );
    }
    branches = branches
      .map((branch) => {
        // The order of Tx.below, however the ids were read.
        const next = branch.level.flatMap((id) => [...(below.get(id) ?? [])].toSorted());
        return { level: next, seen: branch.seen + next.length };
      })
      .filter((branch) => branch.level.length > 0 && branch.seen < MOST_BELOW.seen);
  }
  const missing = [...wanted].filter((id) => !found.rows[table].has(id));
  return inChunks(missing, ROWS_A_STATEMENT).flatMap((some) =>
    rowsBy(tx, spaceId, table, 'id', new Set(some)),
  );
}
