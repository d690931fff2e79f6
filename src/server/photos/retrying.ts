import { setTimeout as delay } from 'node:timers/promises';

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 20_000;

export interface Patience {
  /** The time for retries in ms. */
  readonly forMs: number;
  /** Ends the retries. */
  readonly signal?: AbortSignal | undefined;
}

/** An answer that another try will not change. */
export class Final extends Error {}

/**
 * Runs `work` until it resolves. Waits twice as long each time, less a random part, so that clients that
 * failed together do not come back together. Rejects at once with a Final, else with the last error after
 * `forMs`.
 */
export async function retrying<T>(
  { forMs, signal }: Patience,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(forMs);
  const ending = signal ? AbortSignal.any([deadline, signal]) : deadline;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await work(ending);
    } catch (error) {
      if (error instanceof Final || ending.aborted) throw error;
      const isOver = await delay(wait * (0.5 + Math.random() / 2), false, { signal: ending }).catch(
        () => true,
      );
      if (isOver) throw error;
    }
  }
}
