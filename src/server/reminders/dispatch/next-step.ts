import type { FailureReason, Try } from '#src/reading/remind/push-api.ts';
import type { ReminderWay } from '#src/tables/setting/reminder-ways.ts';

/** The next step of an alarm. Instants are ms since 1970 UTC. */
export type Step =
  | { readonly do: 'try'; readonly way: ReminderWay }
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'end'; readonly state: 'sent' | 'failed' };

/** How long a device may take to show a reminder before the next way is used, and how long a way may fail. */
export const FALLBACK_MS = 60_000;

/** The most tries of the last way. The wait grows with each failure, to about 40 minutes in all. */
const MOST_TRIES = 6;
const FIRST_WAIT_MS = 10_000;

/** Failures that may be over at the next try. */
export const PASSING: ReadonlySet<FailureReason> = new Set([
  'TOO_MANY',
  'TIMED_OUT',
  'UNREACHABLE',
  'NAME_NOT_FOUND',
  'WRONG_CERTIFICATE',
  'WRONG_PROTOCOL',
  'FAILED',
]);

/**
 * The next step after these tries, by the user's ways in their order (rule N3). `retryAfterMs`: the delay
 * that the receiver asked for with the last failure.
 */
export function nextStep(
  tries: readonly Try[],
  ways: readonly ReminderWay[],
  isShown: boolean,
  now: number,
  retryAfterMs: number | null = null,
): Step {
  if (isShown) return { do: 'end', state: 'sent' };
  for (const [place, way] of ways.entries()) {
    const isLast = place === ways.length - 1;
    const made = tries.filter((each) => each.way === way);
    const [first, last] = [made[0], made.at(-1)];
    if (!first || !last) return { do: 'try', way };
    if (last.failure === null) {
      // Only a push reports that a device has shown it.
      if (isLast || way !== 'push') return { do: 'end', state: 'sent' };
      const until = last.at + FALLBACK_MS;
      if (isBefore(now, until, last.at)) return { do: 'wait', until };
      continue;
    }
    if (!PASSING.has(last.failure) || made.length >= MOST_TRIES) continue;
    const wait = Math.max(FIRST_WAIT_MS * 3 ** (made.length - 1), retryAfterMs ?? 0);
    const until = last.at + wait;
    if (!isLast && until > first.at + FALLBACK_MS) continue;
    return isBefore(now, until, last.at) ? { do: 'wait', until } : { do: 'try', way };
  }
  return { do: 'end', state: tries.some(({ failure }) => failure === null) ? 'sent' : 'failed' };
}

/** False after a clock was set back to before the try, as the difference then means nothing. */
function isBefore(now: number, until: number, since: number): boolean {
  return now < until && now >= since;
}
