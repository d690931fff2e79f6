import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type TransactionBuilder } from 'kysely';

const ATTEMPTS = 8;
const FIRST_DELAY_MS = 5;
const LONGEST_DELAY_MS = 500;

/** PostgreSQL: serialization failure, deadlock. */
const RETRYABLE_STATES: readonly unknown[] = ['40001', '40P01'];
/** SQLite: SQLITE_BUSY, SQLITE_LOCKED; the upper bits hold a finer reason. */
const RETRYABLE_RESULTS: readonly number[] = [5, 6];

/**
 * Runs `work` until it neither conflicts with another transaction nor finds the database busy, 8 times at
 * most.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      // A random wait keeps two conflicting transactions from meeting again.
      await delay(Math.random() * Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS));
    }
  }
}

/** True for an error of a transaction that may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return (
    RETRYABLE_STATES.includes(code) ||
    (typeof errcode === 'number' && RETRYABLE_RESULTS.includes(errcode & 0xff))
  );
}

/** Kysely whose transactions run again after a conflict, including transactions that a library begins. */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => retryConflicts(() => execute(work));
    return builder;
  }
}
