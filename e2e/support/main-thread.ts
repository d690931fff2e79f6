import type { Page } from '@playwright/test';

/**
 * The times in ms when a page could not react. For printing only, since they depend more on the machine than
 * on the app.
 */
export interface Stalls {
  /** The longest time between two frames, ms. */
  readonly longestFrame: number;
  readonly framesOver50: number;
  readonly longestTask: number;
}

declare global {
  /** Only defined in the page. */
  var stalls: Stalls;
}

/** Watches the page from now on; the returned function gives the results. */
export async function watchMainThread(page: Page): Promise<() => Promise<Stalls>> {
  await page.evaluate(() => {
    const seen = { longestFrame: 0, framesOver50: 0, longestTask: 0 };
    globalThis.stalls = seen;
    let last = performance.now();
    const onFrame = (now: number) => {
      seen.longestFrame = Math.max(seen.longestFrame, now - last);
      if (now - last > 50) seen.framesOver50 += 1;
      last = now;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration);
    });
    observer.observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => globalThis.stalls);
}
