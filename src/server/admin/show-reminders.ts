import { FAILURES, type FailureReason, type Try } from '#src/reading/remind/push-api.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** The number of users in one statement. */
const SLICE = 1_000;
const DAY_MS = 86_400_000;

/** Prints the due reminders, and the results of the last 24 hours with reasons. `now`: ms since 1970 UTC. */
export async function showReminders(
  { db }: AppDatabase,
  now: number,
  print: (line: string) => void,
): Promise<void> {
  const overdue = await db
    .selectFrom('alarm')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('first')])
    .where('wake_at', '<=', now)
    .where('due_at', '<=', now)
    .executeTakeFirstOrThrow();
  const ahead = await db
    .selectFrom('alarm')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('wake_at', '>', now)
    .where('wake_at', '<=', now + DAY_MS)
    .executeTakeFirstOrThrow();
  const states = { waiting: 0, sent: 0, failed: 0, dropped: 0 };
  const reasons = new Map<string, number>();
  for (let after = spaceOf(''), found = SLICE; found === SLICE;) {
    const spaces = await db
      .selectFrom('space')
      .select('space_id')
      .where('space_id', '>', after)
      .orderBy('space_id')
      .limit(SLICE)
      .execute();
    found = spaces.length;
    after = spaces.at(-1)?.space_id ?? after;
    for (const { space_id } of spaces) {
      const rows = await db
        .selectFrom('alarm')
        .select(['state', 'tries'])
        .where('space_id', '=', space_id)
        .where('due_at', '>', now - DAY_MS)
        .where('due_at', '<=', now)
        .execute();
      for (const { state, tries } of rows) {
        states[state] += 1;
        for (const { way, failure } of JSON.parse(tries) as Try[])
          if (failure !== null) count(reasons, `${way}: ${failure}`);
      }
    }
  }
  const since = overdue.first === null ? '' : `, the oldest since ${new Date(overdue.first).toISOString()}`;
  print(`Due now: ${overdue.count}${since}`);
  print(`Within 24 hours: ${ahead.count}`);
  print(
    `Of the last 24 hours: ${states.sent} sent, ${states.waiting} waiting, ${states.failed} failed, ${states.dropped} not needed any more`,
  );
  for (const [reason, times] of [...reasons].toSorted(([, a], [, b]) => b - a))
    print(`  ${times} × ${reason}. ${FAILURES[reason.slice(reason.indexOf(' ') + 1) as FailureReason]}`);
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
