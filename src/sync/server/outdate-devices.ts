import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from './database.ts';
import { readSetBacks, withSetBack } from './set-backs.ts';

const DAY_MS = 86_400_000;

/**
 * Makes every device of these spaces load anew (sync rules W9 and W20), for a database that has gone back in time: the versions
 * that were lost will be given out again, for other rows, and a device that has the old ones could not tell. So the next versions
 * count on from `now`, ms since 1970 UTC, and all before count as purged. No version of before reaches that: a space's
 * versions are fewer than the milliseconds in which they came. A step of fixed size would not do, as one backup may be
 * restored twice. The versions in between are kept as a SetBack, by which a device knows that it has rows which were lost.
 *
 * May run while servers do, and again: it costs each device a load. `seen`: a version that a device has. Then spaces that are at
 * it, or past it, stay as they are.
 */
export async function outdateDevices(
  tx: Transaction<SyncTables>,
  spaceIds: readonly SpaceId[],
  now: number,
  seen: number | null = null,
): Promise<void> {
  if (spaceIds.length === 0) return;
  // Takes the row locks, so that no version is given out between what is read and what is written.
  await tx
    .updateTable('space')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('space_id', 'in', spaceIds)
    .execute();
  const [spaces, newest] = [await spacesOf(tx, spaceIds), await newestChanges(tx, spaceIds)];
  // Spaces without a row have no change yet, but may have had one before the database went back.
  const rows = spaceIds.flatMap((space_id) => {
    const { version: from = 0, set_backs } = spaces.get(space_id) ?? {};
    if (seen !== null && from >= seen) return [];
    // A clock that was put back must not make versions smaller than what rows or devices have.
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
 * Whether a version that a device has, and the database has not reached, was lost by that. Versions are never past the time, but for what
 * clocks are apart: a device that says so is broken, and none of the space's others is to load anew for it.
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

/** When the server got the newest change that it has of each space. */
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
