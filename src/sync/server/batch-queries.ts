import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { Value } from '#src/tables/kit/column.ts';
import { byTable, type AnyRow, type TableName } from '#src/tables/tables.ts';
import type { Ownership } from '#src/tables/kit/row.ts';
import type { SpaceId } from '#src/domain/space.ts';
import { emptyRows, type RowMaps } from '#src/tables/kit/overlay.ts';
import type { Counts } from '#src/tables/kit/row-counts.ts';
import type { SyncTables } from './database.ts';
import { statement } from './execute.ts';
import { allOf, isOwned, rowOf, sqlName } from './rows.ts';

/** The rows and counts that a batch has read. */
export interface Found {
  readonly rows: RowMaps;
  /** How many rows of each table belong to an owner, by the owner's id. They come and go with it. */
  readonly owned: Readonly<Record<TableName, Map<string, number>>>;
  /** The ids of the rows directly below a row in the tree of each table. */
  readonly below: Readonly<Record<TableName, Map<string, Set<string>>>>;
}

export function countsOf(live: Counts['live'], { owned, below }: Found): Counts {
  return {
    live,
    ownedBy: (table, ownerId) => owned[table].get(ownerId) ?? 0,
    below: (table, id) => below[table].get(id) ?? NONE,
  };
}

const NONE: ReadonlySet<string> = new Set();

export function nothingFound(): Found {
  return { rows: emptyRows(), owned: byTable(() => new Map()), below: byTable(() => new Map()) };
}

export function setIn<T>(sets: Map<string, Set<T>>, key: string): Set<T> {
  const set = sets.get(key) ?? new Set<T>();
  sets.set(key, set);
  return set;
}

/** A statement, and the function that takes in its rows. */
export interface Query {
  readonly compiled: CompiledQuery;
  readonly take: (found: Found, rows: readonly unknown[]) => void;
}

interface CountRow {
  readonly owner: string;
  readonly rows: number;
}

function takeRows(table: TableName): Query['take'] {
  return (found, rows) => {
    const known: Map<string, AnyRow> = found.rows[table];
    for (const row of rows as readonly AnyRow[]) known.set(row.id, row);
  };
}

/**
 * Rows by their values in a column. A search by another column than the id finds only rows that are not deleted. No
 * statement for no values.
 */
export function rowsBy(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  table: TableName,
  column: string,
  values: ReadonlySet<Value>,
): Query[] {
  if (values.size === 0) return [];
  const shape = `${table} by ${values.size} of ${column}`;
  const compiled = statement(tx, shape, [spaceId, ...values], () => {
    const rows = tx
      .selectFrom(table)
      .select(rowOf(table))
      .where('space_id', '=', spaceId)
      .where(sql.ref(sqlName(column)), 'in', [...values]);
    return column === 'id' ? rows : rows.where('deleted_at', 'is', null);
  });
  return [{ compiled, take: takeRows(table) }];
}

/** The owners of the rows with these ids, deleted or not. No statement for no ids. */
export function ownersOfRows(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  { table, column, owner }: Ownership,
  ids: ReadonlySet<string>,
): Query[] {
  if (ids.size === 0) return [];
  const compiled = statement(tx, `${column} of ${ids.size} of ${table}`, [spaceId, spaceId, ...ids], () =>
    tx
      .selectFrom(owner)
      .select(rowOf(owner))
      .where('space_id', '=', spaceId)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom(table)
          .select(sql.ref<string>(sqlName(column)).as('owner'))
          .where('space_id', '=', spaceId)
          .where('id', 'in', [...ids]),
      ),
  );
  return [{ compiled, take: takeRows(owner) }];
}

/** The `count` rows with the largest numbers in the column, deleted or not. */
export function largestRows(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  table: TableName,
  column: string,
  count: number,
): Query {
  const compiled = statement(tx, `largest ${column} of ${table}`, [spaceId, count], () =>
    tx
      .selectFrom(table)
      .select(rowOf(table))
      .where('space_id', '=', spaceId)
      .orderBy(sql.ref(sqlName(column)), 'desc')
      .limit(count),
  );
  return { compiled, take: takeRows(table) };
}

/** Counts the rows of each owner by the index alone. An owner without rows has no entry. No statement for no owners. */
export function countOwned(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  { table, column, unless }: Ownership,
  ids: ReadonlySet<string>,
): Query[] {
  if (ids.size === 0) return [];
  const owner = sql.ref<string>(sqlName(column));
  const compiled = statement(tx, `owned by ${column} ${ids.size} in ${table}`, [spaceId, ...ids], () =>
    tx
      .selectFrom(table)
      .select((eb) => [owner.as('owner'), eb.fn.countAll<number>().as('rows')])
      .where('space_id', '=', spaceId)
      .where(owner, 'in', [...ids])
      .where(allOf([sql`deleted_at is null`, ...isOwned(unless)]))
      .groupBy(owner),
  );
  return [
    {
      compiled,
      take: (found, rows) => {
        const owned = found.owned[table];
        for (const { owner: id, rows: count } of rows as readonly CountRow[]) owned.set(id, count);
      },
    },
  ];
}
