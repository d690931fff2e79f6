import type { ExpressionBuilder, Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { AlarmTable, Database } from '#src/server/db/tables.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

export type Due = Pick<AlarmTable, 'id' | 'task_id' | 'due_at' | 'tries'> & {
  readonly shown_at: number | null;
};

export type Settled = Pick<AlarmTable, 'state' | 'tries' | 'wake_at'>;

/** How long a server that has claimed an alarm may take; after that another one takes it for dead. */
export const LEASE_MS = 60_000;

/** A lease that ends later than this is of a clock that was set back since; one that ends sooner may be of a server whose clock is ahead. */
const LONGEST_LEASE_MS = 10 * LEASE_MS;

/**
 * When spaces have something to be sent up to `until`, in order, `limit` at most, without some of them: the one statement that goes
 * through the alarms of all spaces. What a server has claimed for longer than that is left out.
 */
export async function findAhead(
  { db }: AppDatabase,
  now: number,
  until: number,
  limit: number,
  without: readonly SpaceId[],
): Promise<{ readonly spaceId: SpaceId; readonly wakeAt: number; readonly at: number }[]> {
  let query = db
    .selectFrom('alarm')
    .select(['space_id', 'wake_at', 'lease_until'])
    .where('wake_at', '<=', until)
    .where((eb) => eb.or([eb('lease_until', '<=', until), eb('lease_until', '>', now + LONGEST_LEASE_MS)]))
    .orderBy('wake_at')
    .limit(limit);
  if (without.length > 0) query = query.where('space_id', 'not in', without);
  const rows = await query.execute();
  return rows.map(({ space_id: spaceId, wake_at, lease_until }) => {
    const wakeAt = wake_at ?? now;
    return { spaceId, wakeAt, at: lease_until > until ? wakeAt : Math.max(wakeAt, lease_until) };
  });
}

/** Claims what is due of a space, `limit` at most, until `lease`; also what became due since they were found. */
export function claimDue(
  { db }: AppDatabase,
  spaceId: SpaceId,
  lease: number,
  limit: number,
): Promise<Due[]> {
  const now = lease - LEASE_MS;
  return (
    db
      .updateTable('alarm')
      .set({ lease_until: lease })
      .where('space_id', '=', spaceId)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('alarm')
          .select('id')
          .where('space_id', '=', spaceId)
          .where((due) => isDue(due, now))
          .orderBy('wake_at')
          .limit(limit),
      )
      // This is asked once more, of the row as it is when its turn comes: another server may have claimed it meanwhile.
      .where((eb) => isDue(eb, now))
      .returning(['id', 'task_id', 'due_at', 'tries', 'shown_at'])
      .execute()
  );
}

/** Notes what became of claimed alarms of one space, and gives them back; those that another server has claimed since stay that one's. */
export async function settleAlarms(
  tx: Transaction<Database>,
  spaceId: SpaceId,
  lease: number,
  settled: readonly (readonly [id: string, Settled])[],
): Promise<void> {
  // Of many that came together the same became.
  const alike = Map.groupBy(settled, ([, { state, tries, wake_at }]) => `${state} ${wake_at} ${tries}`);
  for (const some of alike.values()) {
    const [first] = some;
    if (!first) continue;
    await tx
      .updateTable('alarm')
      .set({ ...first[1], lease_until: 0 })
      .where('space_id', '=', spaceId)
      .where(
        'id',
        'in',
        some.map(([id]) => id),
      )
      .where('lease_until', '=', lease)
      .execute();
  }
}

/** Which of these alarms of a user a device has shown. */
export async function shownAmong(
  { db }: AppDatabase,
  spaceId: SpaceId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('alarm')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('id', 'in', ids)
    .where('shown_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** When the first alarm of a user is due after `now`; infinite where there is none. */
export async function nextDueOf({ db }: AppDatabase, spaceId: SpaceId, now: number): Promise<number> {
  const row = await db
    .selectFrom('alarm')
    .select('due_at')
    .where('space_id', '=', spaceId)
    .where('due_at', '>', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? Number.POSITIVE_INFINITY;
}

/** Due and unclaimed. */
function isDue(eb: ExpressionBuilder<Database, 'alarm'>, now: number) {
  return eb.and([
    eb('wake_at', '<=', now),
    eb.or([eb('lease_until', '<=', now), eb('lease_until', '>', now + LONGEST_LEASE_MS)]),
  ]);
}
