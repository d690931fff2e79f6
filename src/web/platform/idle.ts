import { useEffect } from 'react';

/** Loads code ahead of need while the browser is idle. A failed load is repeated when the code is needed. */
export function useWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const start = () => void load().catch(() => undefined);
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(start, 1000);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(start, { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, [load]);
}
