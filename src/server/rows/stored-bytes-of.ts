import type { Kysely } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from '#src/sync/server/database.ts';

/** The bytes of all rows of a space, as its limit counts them. */
export async function storedBytesOf(
  db: Pick<Kysely<SyncTables>, 'selectFrom'>,
  spaceId: SpaceId,
): Promise<number> {
  const space = await db
    .selectFrom('space')
    .select('stored_bytes')
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return space?.stored_bytes ?? 0;
}
