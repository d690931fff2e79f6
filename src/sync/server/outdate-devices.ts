import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from './database.ts';
import { readSetBacks, withSetBack } from './set-backs.ts';

const DAY_MS = 86_400_000;

/**
 * Makes every device of these spaces load anew (sync rules W9 and W20) after the database has gone back in time.
 * Without this, the server would give out the lost versions again for other rows, and devices with the old ones could
 * not tell.
 *
 * The next versions count on from `now`, ms since 1970 UTC, and all before count as purged. No earlier version reaches
 * `now`: a space has fewer versions than milliseconds have passed. A step of fixed size would not do, since one backup
 * may be restored twice. A SetBack keeps the versions in between: it tells a device that the server has lost some of
 * its rows.
 *
 * Servers may run meanwhile. A second call is safe and costs each device a load. With `seen`, the version of a device,
 * spaces at that version or past it stay as they are.
 */
export async function outdateDevices(
  tx: Transaction<SyncTables>,
  spaceIds: readonly SpaceId[],
  now: number,
  seen: number | null = null,
): Promise<void> {
  if (spaceIds.length === 0) return;
  // Takes the row locks, so that no server gives out a version between the read and the write.
  await tx
    .updateTable('space')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('space_id', 'in', spaceIds)
    .execute();
  const [spaces, newest] = [await spacesOf(tx, spaceIds), await newestChanges(tx, spaceIds)];
  // A space without a row has no change yet, but may have had one before the database went back.
  const rows = spaceIds.flatMap((space_id) => {
    const { version: from = 0, set_backs } = spaces.get(space_id) ?? {};
    if (seen !== null && from >= seen) return [];
    // After a clock was put back, the new version still has to be larger than those of rows and devices.
    const to = Math.max(now, from + 1, (seen ?? 0) + 1);
    const setBacks = withSetBack(readSetBacks(set_backs), { from, to, at: newest.get(space_id) ?? null });
    return [{ space_id, version: to, purged_version: to, set_backs: JSON.stringify(setBacks) }];
  });
  if (rows.length === 0) return;
  await tx
    .insertInto('space')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('space_id').doUpdateSet((eb) => ({
        version: eb.ref('excluded.version'),
        purged_version: eb.ref('excluded.purged_version'),
        set_backs: eb.ref('excluded.set_backs'),
      })),
    )
    .execute();
}

/**
 * True when the database may have lost the version `seen` of a device by going back in time. Versions are never ahead of
 * the time, except for the difference between clocks. A device far ahead is broken, and the space's other devices do
 * not load anew for it.
 */
export function mayBeLost(seen: number, now: number): boolean {
  return seen < now + DAY_MS;
}

async function spacesOf(tx: Transaction<SyncTables>, spaceIds: readonly SpaceId[]) {
  const spaces = await tx
    .selectFrom('space')
    .select(['space_id', 'version', 'set_backs'])
    .where('space_id', 'in', spaceIds)
    .execute();
  return new Map(spaces.map((space) => [space.space_id, space]));
}

/** When the server got the newest change that it still has, for each space. */
async function newestChanges(
  tx: Transaction<SyncTables>,
  spaceIds: readonly SpaceId[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('mutation')
    .select((eb) => ['space_id', eb.fn.max<number>('created_at').as('at')])
    .where('space_id', 'in', spaceIds)
    .groupBy('space_id')
    .execute();
  return new Map(rows.map(({ space_id, at }) => [space_id, at]));
}
