import type { FailureReason } from '#src/reading/remind/push-api.ts';
import { MAX_RETRY_AFTER_MS } from '#src/server/reminders/ways/post.ts';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** The pauses (ms) after the first, the second and each further failure; the last one repeats. */
const PAUSES = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
];

/** How long (ms) to wait after so many failures in a row. */
export function pauseAfter(failures: number): number {
  return PAUSES[Math.min(failures, PAUSES.length) - 1] ?? 0;
}

/** The longest pause (ms) of a receiver after so many failures, the last for this reason. */
export function longestPause(failures: number, failure: FailureReason | null): number {
  if (failures === 0) return 0;
  // The answers with `Retry-After`, whose delay is not stored.
  const mayAsk = failure === 'TOO_MANY' || failure === 'FAILED';
  return Math.max(pauseAfter(failures), mayAsk ? MAX_RETRY_AFTER_MS : 0);
}
