import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import { TABLE_NAMES, type TableName } from '#src/domain/schema/index.ts';
import { ownershipsBy, referencesTo, titlesOf, type Ownership } from '#src/domain/schema/row.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from './database.ts';
import type { Expiry } from './expiry.ts';
import { allOf, isOwned, sqlName } from './rows.ts';

/** The next spaces after `after`, in order of their id, and whether `purge` would find anything in them. */
export async function findPurgeable(
  tx: Transaction<SyncTables>,
  expiry: Expiry,
  after: SpaceId,
  limit: number,
): Promise<{ spaceId: SpaceId; isDue: boolean }[]> {
  const spaces = await tx
    .selectFrom('space')
    .where('space_id', '>', after)
    .orderBy('space_id')
    .limit(limit)
    .select((eb) => [
      'space_id',
      eb
        .or([
          ...TABLE_NAMES.flatMap((table) => dueIn(table, expiry)),
          eb.exists(
            eb
              .selectFrom('mutation')
              .select('mutation.mutation_id')
              .whereRef('mutation.space_id', '=', 'space.space_id')
              .where('mutation.created_at', '<', expiry.recordedBefore),
          ),
        ])
        .as('is_due'),
    ])
    .execute();
  // SQLite says 0 or 1.
  return spaces.map(({ space_id, is_due }) => ({ spaceId: space_id, isDue: Boolean(is_due) }));
}

/** Whether a table has a tombstone of the space's that is old, or whose texts or rows are to go. */
function dueIn(table: TableName, { deletedBefore, endedBefore }: Expiry): RawBuilder<SqlBool>[] {
  const t = sql.table(table);
  const since = sql.ref(`${table}.tombstone_since`);
  const hasTombstone = (...are: readonly RawBuilder<unknown>[]) =>
    any(
      sql`${t} where ${allOf([
        sql`${sql.ref(`${table}.space_id`)} = space.space_id`,
        sql`${sql.ref(`${table}.deleted_at`)} is not null`,
        ...are,
      ])}`,
    );
  const hasEnded = sql`${since} < ${endedBefore}`;
  const inVain = hasTextInVain(table);
  return [
    hasTombstone(sql`${since} < ${deletedBefore}`, ...isUnused(table)),
    ...(inVain ? [hasTombstone(hasEnded, inVain)] : []),
    ...ownershipsBy(table).map((ownership) => hasTombstone(hasEnded, ownsRows(ownership))),
  ];
}

/** Whether there is any. PostgreSQL may gather the rows of all spaces first for an EXISTS. */
function any(from: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(select 1 from ${from} limit 1) is not null`;
}

/**
 * Conditions under all of which no row names a row of `table`: completed tasks go on showing their collection, and deleted ones may
 * come back as such. There are none for a table that no other names.
 */
export function isUnused(table: TableName): RawBuilder<SqlBool>[] {
  return referencesTo(table).map(
    ({ table: from, column }) => sql<SqlBool>`not ${any(naming(table, from, column))}`,
  );
}

/** Whether a row owns others, which come and go with it. */
export function ownsRows({ owner, table, column, unless }: Ownership): RawBuilder<SqlBool> {
  const isThere = allOf([sql`other.deleted_at is null`, ...isOwned(unless, 'other.')]);
  return any(sql`${naming(owner, table, column)} and ${isThere}`);
}

/** Whether a row has texts, which no row needs that is there, or may come back; null for a table without such texts. */
export function hasTextInVain(table: TableName): RawBuilder<SqlBool> | null {
  const named = hasText(table, table);
  if (!named) return null;
  const needed = referencesTo(table).flatMap(({ table: from, column }) => {
    const text = hasText(from, 'other');
    return text ? [sql`not ${any(sql`${naming(table, from, column)} and ${text}`)}`] : [];
  });
  return allOf([named, ...needed]);
}

/** Whether a row's texts are there (see isErased); null for a table that has none which must be. */
function hasText(table: TableName, alias: string): RawBuilder<SqlBool> | null {
  const [title] = titlesOf(table);
  return title === undefined
    ? null
    : sql<SqlBool>`${sql.ref(`${alias}.${sqlName(title)}`)} <> ${sql.lit('')}`;
}

/** The rows of `from`, as `other`, whose `column` names the row of `table`. */
function naming(table: TableName, from: TableName, column: string): RawBuilder<unknown> {
  return sql`${sql.table(from)} as other where other.space_id = ${sql.ref(`${table}.space_id`)}
    and ${sql.ref(`other.${sqlName(column)}`)} = ${sql.ref(`${table}.id`)}`;
}
