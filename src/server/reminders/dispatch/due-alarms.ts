import type { ExpressionBuilder, Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { AlarmTable, Database } from '#src/server/db/tables.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

export type Due = Pick<AlarmTable, 'id' | 'task_id' | 'due_at' | 'tries'> & {
  readonly shown_at: number | null;
};

export type Settled = Pick<AlarmTable, 'state' | 'tries' | 'wake_at'>;

/** The time that a server has for a claimed alarm. After it, other servers take that server for dead. */
export const LEASE_MS = 60_000;

/**
 * A longer lease is of a clock that has been set back since. A shorter one may be of a server whose clock is
 * ahead.
 */
const LONGEST_LEASE_MS = 10 * LEASE_MS;

/**
 * The spaces with alarms up to `until` and their instants, in order, `limit` at most, without the given
 * spaces. This one statement reads the alarms of all spaces. It leaves out alarms that a server has claimed
 * beyond `until`.
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

/**
 * Claims the due alarms of a space until `lease`, `limit` at most, including alarms that fell due since the
 * look.
 */
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
      // The condition is checked again on the locked row, as another server may have claimed it meanwhile.
      .where((eb) => isDue(eb, now))
      .returning(['id', 'task_id', 'due_at', 'tries', 'shown_at'])
      .execute()
  );
}

/**
 * Notes the outcome of claimed alarms of one space, and releases them. Alarms that another server has claimed
 * since are left to that server.
 */
export async function settleAlarms(
  tx: Transaction<Database>,
  spaceId: SpaceId,
  lease: number,
  settled: readonly (readonly [id: string, Settled])[],
): Promise<void> {
  // Alarms that were sent together have the same outcome.
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

/** The ids among these that a device of the user has shown. */
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

/** The instant of a user's first alarm after `now`. Infinite where there is none. */
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

/** True for a due alarm that no server has claimed. */
function isDue(eb: ExpressionBuilder<Database, 'alarm'>, now: number) {
  return eb.and([
    eb('wake_at', '<=', now),
    eb.or([eb('lease_until', '<=', now), eb('lease_until', '>', now + LONGEST_LEASE_MS)]),
  ]);
}
