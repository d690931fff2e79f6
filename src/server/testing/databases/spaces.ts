import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** The space of a user without data. */
export function space(userId: string, version: number) {
  return { space_id: spaceOf(userId), version };
}

export async function addSpace(database: AppDatabase, userId: string, version: number): Promise<void> {
  await database.db.insertInto('space').values(space(userId, version)).execute();
}

export async function versionOf(database: AppDatabase, userId: string): Promise<number | undefined> {
  const row = await database.db
    .selectFrom('space')
    .select('version')
    .where('space_id', '=', spaceOf(userId))
    .executeTakeFirst();
  return row?.version;
}
