import { useEffect } from 'react';

/** Loads code ahead of need, once the browser has nothing better to do. What fails now is tried again when needed. */
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
