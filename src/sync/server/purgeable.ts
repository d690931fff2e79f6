import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import { declarationOf, TABLE_NAMES, type TableName } from '#src/tables/tables.ts';
import { ownershipsBy, referencesTo, titlesOf, type Ownership } from '#src/tables/kit/row.ts';
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
          any(sql`history_erasure where history_erasure.space_id = space.space_id`),
          // The entries are in the order of their times.
          sql<SqlBool>`(select changed_at from history where history.space_id = space.space_id
            order by version limit 1) < ${expiry.changedBefore}`,
        ])
        .as('is_due'),
    ])
    .execute();
  // SQLite gives 0 or 1.
  return spaces.map(({ space_id, is_due }) => ({ spaceId: space_id, isDue: Boolean(is_due) }));
}

/** Conditions for work of a purge in the table: an old tombstone, or one whose texts or rows can go. */
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
  const expired = isExpired(table, endedBefore);
  return [
    ...(expired
      ? [any(sql`${t} where ${allOf([sql`${sql.ref(`${table}.space_id`)} = space.space_id`, expired])}`)]
      : []),
    hasTombstone(sql`${since} < ${deletedBefore}`, ...isUnused(table)),
    ...(inVain ? [hasTombstone(hasEnded, inVain)] : []),
    ...ownershipsBy(table).map((ownership) => hasTombstone(hasEnded, ownsRows(ownership))),
  ];
}

/** True when there is a row. For an EXISTS, PostgreSQL may first gather the rows of all spaces. */
function any(from: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(select 1 from ${from} limit 1) is not null`;
}

/**
 * Conditions that together say that no row names a row of `table`. Completed tasks go on showing their collection, and
 * a deleted one may come back completed. A table that no other one names has no conditions.
 */
export function isUnused(table: TableName): RawBuilder<SqlBool>[] {
  return referencesTo(table).map(
    ({ table: from, column }) => sql<SqlBool>`not ${any(naming(table, from, column))}`,
  );
}

/** True for a row that expired before `endedBefore`, and is not deleted. Null for a table whose rows do not expire. */
export function isExpired(table: TableName, endedBefore: number): RawBuilder<SqlBool> | null {
  const { expiry } = declarationOf(table);
  if (expiry === undefined) return null;
  const expiresAt = sql.ref(`${table}.${sqlName(expiry)}`);
  return sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null and ${expiresAt} < ${endedBefore}`;
}

/** True for a row that owns others. They come and go with it. */
export function ownsRows({ owner, table, column, unless }: Ownership): RawBuilder<SqlBool> {
  const isThere = allOf([sql`other.deleted_at is null`, ...isOwned(unless, 'other.')]);
  return any(sql`${naming(owner, table, column)} and ${isThere}`);
}

/**
 * True for a row whose texts can go: no other row needs them that is there or may come back. Null for a table without
 * such texts.
 */
export function hasTextInVain(table: TableName): RawBuilder<SqlBool> | null {
  const named = hasText(table, table);
  if (!named) return null;
  const needed = referencesTo(table).flatMap(({ table: from, column }) => {
    const text = hasText(from, 'other');
    return text ? [sql`not ${any(sql`${naming(table, from, column)} and ${text}`)}`] : [];
  });
  return allOf([named, ...needed]);
}

/** True while the row's texts are there (see isErased). Null for a table without a required text. */
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
