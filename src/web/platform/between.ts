import { SOCKET_ASKED, SOCKET_FAILED, SYNC_PATH } from '#src/domain/between-paths.ts';
import { isRecord } from '#src/domain/is-record.ts';

/**
 * The obstacle between this device and a server that may well run. `sign-in`: something on the way answers
 * instead, a proxy with a sign-in of its own or a network that wants one. `no-sockets`: the server answers,
 * but no socket opens.
 */
export type Between = 'sign-in' | 'no-sockets';

const PATIENCE_MS = 10_000;

/** Statuses for a sign-in on the way. The server never sends them here. */
const WANTS_SIGN_IN: ReadonlySet<number> = new Set([401, 403, 407, 511]);

/**
 * Looks for an obstacle at the address of the sync socket, while it does not open. Null for no answer, and
 * for a failing server.
 */
export async function findBetween(): Promise<Between | null> {
  if (!navigator.onLine) return null;
  try {
    const answer = await ask(`${SYNC_PATH}?${SOCKET_ASKED}`);
    if (answer.type === 'opaqueredirect' || WANTS_SIGN_IN.has(answer.status)) return 'sign-in';
    if (answer.status < 500 && isHtml(answer)) return 'sign-in';
    const body: unknown = await answer.json();
    if (!isRecord(body) || body['code'] !== 'UPGRADE_REQUIRED') return null;
    // The server may reject sockets while its database is unreachable.
    return (await ask('/readyz')).ok ? 'no-sockets' : null;
  } catch {
    // The device is offline, or a proxy reports that the server is.
    return null;
  }
}

/** Lets the server warn its operator. */
export async function tellNoSockets(): Promise<void> {
  await ask(`${SYNC_PATH}?${SOCKET_FAILED}`).catch(() => {});
}

function isHtml({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true;
}

function ask(path: string): Promise<Response> {
  return fetch(path, { cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
}
