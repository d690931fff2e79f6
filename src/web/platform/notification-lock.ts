/** The name of the Web Lock that tabs and the service worker hold while they show or read notifications. */
export const NOTIFICATIONS = 'sunglow-notifications';

/** The most ms to wait for the lock: a suspended tab may hold it, and a push must show its notification soon. */
const PATIENCE_MS = 1_000;

/**
 * Runs `work`, which shows or reads notifications, while no other tab or worker does: Chromium forgets a
 * notification that is read while it is being shown, and its buttons then do nothing.
 */
export async function lockNotifications<T>(work: () => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await navigator.locks.request(NOTIFICATIONS, { signal }, work);
  } catch (error) {
    if (error === signal.reason) return work();
    throw error;
  }
}
