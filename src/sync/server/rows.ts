import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Value } from '#src/tables/kit/column.ts';
import { columnsOf, byTable, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { textsOf } from '#src/tables/kit/row.ts';
import type { SpaceId } from '#src/domain/space.ts';

/** A column's name in the databases. */
export function sqlName(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Selects these columns under the names that they have in a row of the schema. */
export function selectionOf(columns: readonly string[]) {
  return columns.map((name) => sql.ref<Value>(sqlName(name)).as(name));
}

const SELECTIONS = byTable((table) => selectionOf(columnsOf(table).map(([name]) => name)));

/** Selects all columns of a table, as a row of the schema has them. */
export function rowOf(table: TableName) {
  return SELECTIONS[table];
}

/**
 * Conditions that together say that all of these columns are empty in a row: see Ownership.unless. `alias` is the
 * prefix of the table.
 */
export function isOwned(unless: readonly string[], alias = ''): RawBuilder<SqlBool>[] {
  return unless.map((column) => sql<SqlBool>`${sql.ref(alias + sqlName(column))} is null`);
}

/**
 * One condition made of several. It needs at least one: PostgreSQL drops the table of a constant condition from the
 * plan, and Citus its join.
 */
export function allOf(
  conditions: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]],
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

const NAMES = byTable((table) => columnsOf(table).map(([name]) => name));
const WRITTEN = byTable((table) => ['space_id', ...NAMES[table].map(sqlName), 'tombstone_since', 'version']);

/** The columns of the values that `toSql` gives, in their order. */
export function writtenColumns(table: TableName): readonly string[] {
  return WRITTEN[table];
}

/**
 * The values of a row written at `now`, ms since 1970 UTC. A deleted row is a tombstone since `now`, even when it was
 * deleted before.
 */
export function toSql(
  table: TableName,
  row: AnyRow,
  { spaceId, version, now }: { readonly spaceId: SpaceId; readonly version: number; readonly now: number },
): readonly Value[] {
  const values: Value[] = [spaceId];
  for (const name of NAMES[table]) values.push(row[name] as Value);
  values.push(row.deletedAt === null ? null : now, version);
  return values;
}

const TEXT_BYTES = byTable((table): RawBuilder<number> => {
  const lengths = textsOf(table).map((column) => sql`coalesce(octet_length(${sql.ref(sqlName(column))}), 0)`);
  return lengths.length === 0 ? sql<number>`0` : sql<number>`${sql.join(lengths, sql` + `)}`;
});

/** The length (UTF-8 bytes) of a row's texts, as SQL. */
export function textBytes(table: TableName): RawBuilder<number> {
  return TEXT_BYTES[table];
}
