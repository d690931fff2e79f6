import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';

import { ownerOf, spaceOf } from '#src/domain/space.ts';
import { endUnderWay } from '#src/server/auth/mail/mail-links.ts';
import { SPACE_TABLES, USER_TABLES } from '#src/server/db/placement.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';

/** The tables whose rows go with a user, by the column that names the user or the user's space. A test compares them with the database. */
export const OWNED_TABLES = [
  // The space is first: its row lock makes a push that is under way finish before.
  ...SPACE_TABLES.map((table) => [table, 'space_id'] as const),
  ['session', 'userId'],
  ['account', 'userId'],
  ['twoFactor', 'userId'],
  ['passkey', 'userId'],
  ...USER_TABLES.map((table) => [table, 'user_id'] as const),
  ['access_token', 'user_id'],
  ['feed', 'user_id'],
  ['user', 'id'],
] as const;

/** The number of users in one statement, within the parameter limits of both databases. */
const SLICE = 500;

/** The key of a deleted user. Ids are random and tell no name; the hash does not even reveal the id. */
function keyOf(userId: string): string {
  return createHash('sha256').update(`deleted user ${userId}`).digest('base64url');
}

/**
 * Deletes a user with all their rows in one transaction, and records the deletion for devices that come back
 * and ask.
 */
export async function deleteUser(database: AppDatabase, userId: string, now: number): Promise<void> {
  await database.transact(async (tx) => {
    await tx
      .insertInto('deleted_user')
      .values({ key: keyOf(userId), deleted_at: now })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    await deleteRows(tx, userId);
  });
}

/** Deletes rows that devices of a deleted user sent before their server knew of the deletion. */
export async function sweepDeletedUser(database: AppDatabase, userId: string): Promise<void> {
  await database.transact((tx) => deleteRows(tx, userId));
}

/** Sweeps all deleted users. */
export async function sweepDeletedUsers(database: AppDatabase): Promise<void> {
  for (let after = spaceOf(''); ;) {
    const spaces = await database.db
      .selectFrom('space')
      .select('space_id')
      .where('space_id', '>', after)
      .orderBy('space_id')
      .limit(SLICE)
      .execute();
    const owners = spaces.map(({ space_id }) => ownerOf(space_id));
    const deleted = await whichAreDeleted(database, owners);
    for (const userId of deleted) await sweepDeletedUser(database, userId);
    const last = spaces.at(-1);
    if (last === undefined) return;
    after = last.space_id;
  }
}

/** The deleted users among `userIds`. */
export async function whichAreDeleted(
  { db }: AppDatabase,
  userIds: readonly string[],
): Promise<readonly string[]> {
  const deleted: string[] = [];
  for (let start = 0; start < userIds.length; start += SLICE) {
    const byKey = new Map(userIds.slice(start, start + SLICE).map((userId) => [keyOf(userId), userId]));
    const rows = await db
      .selectFrom('deleted_user')
      .select('key')
      .where('key', 'in', [...byKey.keys()])
      .execute();
    deleted.push(...rows.flatMap(({ key }) => byKey.get(key) ?? []));
  }
  return deleted;
}

/** A test for users deleted after `instant`, by any server; null when nobody was. */
export async function findDeletedSince(
  { db }: AppDatabase,
  instant: number,
): Promise<((userId: string) => boolean) | null> {
  const rows = await db.selectFrom('deleted_user').select('key').where('deleted_at', '>', instant).execute();
  if (rows.length === 0) return null;
  const keys = new Set(rows.map(({ key }) => key));
  return (userId) => keys.has(keyOf(userId));
}

async function deleteRows(tx: Transaction<Database>, userId: string): Promise<void> {
  await endUnderWay(tx, userId);
  for (const [table, column] of OWNED_TABLES) {
    // Kysely's types know a column of one table, not of any of them.
    await tx
      .deleteFrom(table as 'session')
      .where(column as 'userId', '=', column === 'space_id' ? spaceOf(userId) : userId)
      .execute();
  }
}
