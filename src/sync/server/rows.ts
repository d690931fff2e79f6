import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Value } from '#src/domain/schema/column.ts';
import { columnsOf, ofTables, type AnyRow, type TableName } from '#src/domain/schema/index.ts';
import { TEXTS } from '#src/domain/schema/row.ts';

/** A column's name in the databases. */
export function sqlName(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const SELECTIONS = ofTables((table) =>
  columnsOf(table).map(([name]) => sql.ref<Value>(sqlName(name)).as(name)),
);

/** What is selected of a table, so that what comes is a row of the schema. */
export function rowOf(table: TableName) {
  return SELECTIONS[table];
}

/** Whether a row has nothing in any of these columns: see Ownership.unless. `alias`: what its table is called. */
export function isOwned(unless: readonly string[], alias = ''): RawBuilder<SqlBool> {
  const nulls = unless.map((column) => sql`${sql.ref(alias + sqlName(column))} is null`);
  return nulls.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(nulls, sql` and `)}`;
}

const COLUMNS = ofTables((table) => columnsOf(table).map(([name]) => [name, sqlName(name)] as const));

/** A row as it is written at `now`, ms since 1970 UTC. One that stays deleted is deleted for good by that, and counts from then. */
export function toSql(
  table: TableName,
  row: AnyRow,
  { userId, version, now }: { readonly userId: string; readonly version: number; readonly now: number },
): Record<string, Value> {
  const written: Record<string, Value> = { user_id: userId };
  for (const [name, column] of COLUMNS[table]) written[column] = row[name] as Value;
  written['tombstone_since'] = row.deletedAt === null ? null : now;
  written['version'] = version;
  return written;
}

const TEXT_BYTES = ofTables((table): RawBuilder<number> => {
  const lengths = TEXTS[table].map((column) => sql`octet_length(${sql.ref(sqlName(column))})`);
  return lengths.length === 0 ? sql<number>`0` : sql<number>`${sql.join(lengths, sql` + `)}`;
});

/** How long the texts of a row are in UTF-8, as SQL. */
export function textBytes(table: TableName): RawBuilder<number> {
  return TEXT_BYTES[table];
}
