import { useEffect, useEffectEvent } from 'react';

/** Chromium's; no other browser has it yet, and the types do not know it. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

declare const CloseWatcher: (new () => CloseWatcher) | undefined;

/**
 * While `active`, what the system closes things by, such as the Back of an Android phone, asks `onRequest` instead of
 * leaving the page. Of several, the last to become active is asked.
 */
export function useCloseRequest(active: boolean, onRequest: () => void): void {
  const request = useEffectEvent(onRequest);
  useEffect(() => {
    if (!active || typeof CloseWatcher === 'undefined') return;
    let watcher: CloseWatcher;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener('close', () => {
        // One request is all that a watcher hears, and this one may be declined.
        watch();
        request();
      });
    };
    watch();
    return () => watcher.destroy();
  }, [active]);
}
