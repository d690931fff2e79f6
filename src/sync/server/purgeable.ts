import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import { TABLE_NAMES, type TableName } from '#src/domain/schema/index.ts';
import { ownershipsBy, referencesTo, titlesOf, type Ownership } from '#src/domain/schema/row.ts';
import type { SyncTables } from './database.ts';
import type { Expiry } from './purge.ts';
import { isOwned, sqlName } from './rows.ts';

/** The next users after `after`, in order of their id, and whether `purge` would find anything of theirs. */
export async function findPurgeable(
  tx: Transaction<SyncTables>,
  expiry: Expiry,
  after: string,
  limit: number,
): Promise<{ userId: string; isDue: boolean }[]> {
  const users = await tx
    .selectFrom('space')
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .select((eb) => [
      'user_id',
      eb
        .or([
          ...TABLE_NAMES.flatMap((table) => dueIn(table, expiry)),
          eb.exists(
            eb
              .selectFrom('mutation')
              .select('mutation.mutation_id')
              .whereRef('mutation.user_id', '=', 'space.user_id')
              .where('mutation.created_at', '<', expiry.recordedBefore),
          ),
        ])
        .as('is_due'),
    ])
    .execute();
  // SQLite says 0 or 1.
  return users.map((user) => ({ userId: user.user_id, isDue: Boolean(user.is_due) }));
}

/** Whether a table has a tombstone of the user's that is old, that nobody has counted, or whose texts or rows are to go. */
function dueIn(table: TableName, { deletedBefore, endedBefore }: Expiry): RawBuilder<SqlBool>[] {
  const t = sql.table(table);
  const since = sql.ref(`${table}.tombstone_since`);
  const hasTombstone = (is: RawBuilder<unknown>) =>
    any(sql`${t} where ${sql.ref(`${table}.user_id`)} = space.user_id
      and ${sql.ref(`${table}.deleted_at`)} is not null and ${is}`);
  return [
    hasTombstone(sql`${since} < ${deletedBefore} and ${isUnused(table)}`),
    hasTombstone(sql`${since} is null`),
    hasTombstone(sql`${since} < ${endedBefore} and ${hasTextInVain(table)}`),
    ...ownershipsBy(table).map((ownership) =>
      hasTombstone(sql`${since} < ${endedBefore} and ${ownsRows(ownership)}`),
    ),
  ];
}

/** Whether there is any. PostgreSQL may gather the rows of all users first for an EXISTS. */
function any(from: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(select 1 from ${from} limit 1) is not null`;
}

/** Whether no row names a row of `table`: completed tasks go on showing their collection, and deleted ones may come back as such. */
export function isUnused(table: TableName): RawBuilder<SqlBool> {
  return allOf(
    referencesTo(table).map(({ table: from, column }) => sql`not ${any(naming(table, from, column))}`),
  );
}

/** Whether a row owns others, which come and go with it. */
export function ownsRows({ owner, table, column, unless }: Ownership): RawBuilder<SqlBool> {
  return any(sql`${naming(owner, table, column)}
    and other.deleted_at is null and ${isOwned(unless, 'other.')}`);
}

/** Whether a row has texts, which no row needs that is there, or may come back. */
export function hasTextInVain(table: TableName): RawBuilder<SqlBool> {
  const named = hasText(table, table);
  if (!named) return sql<SqlBool>`1 = 0`;
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
  return sql`${sql.table(from)} as other where other.user_id = ${sql.ref(`${table}.user_id`)}
    and ${sql.ref(`other.${sqlName(column)}`)} = ${sql.ref(`${table}.id`)}`;
}

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
