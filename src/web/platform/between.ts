import { SOCKET_ASKED, SOCKET_FAILED, SYNC_PATH } from '#src/domain/between-paths.ts';
import { isRecord } from '#src/domain/is-record.ts';

/**
 * What keeps this device from a server that may well run. `sign-in`: something on the way answers in its place, a proxy with a sign-in of its
 * own or a network that wants one. `no-sockets`: the server answers, and no socket to it opens.
 */
export type Between = 'sign-in' | 'no-sockets';

const PATIENCE_MS = 10_000;

/** Something on the way says so, where the server never does. */
const WANTS_SIGN_IN: ReadonlySet<number> = new Set([401, 403, 407, 511]);

/** Asks who answers at the address of the sync socket, while that does not open. Null: nobody, or a server in trouble. */
export async function findBetween(): Promise<Between | null> {
  if (!navigator.onLine) return null;
  try {
    const answer = await ask(`${SYNC_PATH}?${SOCKET_ASKED}`);
    if (answer.type === 'opaqueredirect' || WANTS_SIGN_IN.has(answer.status)) return 'sign-in';
    if (answer.status < 500 && isHtml(answer)) return 'sign-in';
    const body: unknown = await answer.json();
    if (!isRecord(body) || body['code'] !== 'UPGRADE_REQUIRED') return null;
    // It may not take sockets while its database is away.
    return (await ask('/readyz')).ok ? 'no-sockets' : null;
  } catch {
    // The device is offline, or a proxy tells in its own words that the server is.
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
