import type { LeadEvents } from '#src/sync/client/replica-options.ts';

/**
 * Web Locks queue the tabs, and pass the lead on when the leading tab closes, crashes or gives it up. A frozen tab
 * keeps the lead, and hears that it was robbed when it runs again.
 */
export function leadByWebLock(name: string, { run, robbed }: LeadEvents, steal: boolean): () => void {
  const { promise: given, resolve: giveUp } = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const { signal } = leaving;
  navigator.locks
    // A steal does not wait, so it takes no signal.
    .request(name, steal ? { steal } : { signal }, () => {
      if (signal.aborted) return;
      run();
      return given;
    })
    .catch((error: unknown) => {
      if (signal.aborted) return;
      if (error instanceof DOMException && error.name === 'AbortError') robbed();
      else throw error;
    });
  return () => {
    leaving.abort();
    giveUp();
  };
}
