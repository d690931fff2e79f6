import { AuthError, endLeftSession, hasLeftSession } from './auth-client.ts';
import { session } from '#src/web/platform/session.ts';

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;

let isWatched = false;

/**
 * Ends the left session as soon as the server can be reached, in any tab that is open then or opens next
 * (sync rule W13). Not on the landing page, which has no room for this code. Runs once per page, after any
 * number of calls.
 */
export function watchLeftSession(): void {
  if (isWatched) return;
  isWatched = true;
  let timer: number | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isTrying = false;
  const check = async () => {
    if (isTrying || !hasLeftSession()) return;
    isTrying = true;
    clearTimeout(timer);
    try {
      await endLeftSession();
      retryMs = FIRST_RETRY_MS;
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      timer = window.setTimeout(tryIt, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    } finally {
      isTrying = false;
    }
  };
  const tryIt = () => void check();
  tryIt();
  session.subscribe(tryIt);
  window.addEventListener('online', tryIt);
}
