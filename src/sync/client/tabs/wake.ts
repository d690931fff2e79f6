import type { StartTimer } from '#src/sync/client/start-timer.ts';

/** Milliseconds. No timer of a running tab is late by so much. */
const TICK_MS = 5_000;

/** Calls `wake` after a gap between timers: the device slept. Ends when the returned function is called. */
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
