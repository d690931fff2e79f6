import type { Transaction } from 'kysely';
import type { SyncTables } from './database.ts';

/**
 * Makes every device of these users load anew (sync rule W9), for a database that has gone back in time: the versions that
 * were lost will be given out again, for other rows, and a device that has the old ones could not tell. So the next versions
 * count on from `now`, ms since 1970 UTC, and all before count as purged. No version of before reaches that: a user's
 * versions are fewer than the milliseconds in which they came. A step of fixed size would not do, as one backup may be
 * restored twice.
 *
 * May run while servers do, and again: it costs each device a load.
 */
export async function outdateDevices(
  tx: Transaction<SyncTables>,
  userIds: readonly string[],
  now: number,
): Promise<void> {
  if (userIds.length === 0) return;
  // Users without a row have written nothing yet, but may have before the database went back.
  const rows = userIds.map((user_id) => ({
    user_id,
    version: now,
    purged_version: now,
  }));
  await tx
    .insertInto('space')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => {
        // A clock that was put back must not make versions smaller than what rows have.
        const next = eb
          .case()
          .when('space.version', '<', now)
          .then(now)
          .else(eb('space.version', '+', 1))
          .end();
        return { version: next, purged_version: next };
      }),
    )
    .execute();
}
