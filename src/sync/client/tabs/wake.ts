import type { StartTimer } from '#src/sync/client/start-timer.ts';

/** Milliseconds; no timer of a tab that works is late by as much. */
const TICK_MS = 5_000;

/** Calls `wake` after a stretch of time in which no timer ran: the device slept. Until the returned function is called. */
export function watchSleep(startTimer: StartTimer, now: () => number, wake: () => void): () => void {
  let stop = () => {};
  const tick = () => {
    const before = now();
    stop = startTimer(TICK_MS, () => {
      const isLate = now() - before > 2 * TICK_MS;
      tick();
      if (isLate) wake();
    });
  };
  tick();
  return () => stop();
}
