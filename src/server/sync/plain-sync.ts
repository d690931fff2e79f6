import type { Handler } from 'hono';
import type { ErrorBody } from '#src/server/http/error-body.ts';
import type { Log } from '#src/server/log/log.ts';

const UPGRADE_REQUIRED: ErrorBody = { code: 'UPGRADE_REQUIRED', message: 'Connect with a WebSocket.' };

/** One line an hour tells an operator as much as a line for each try of each device. */
const ONE_HOUR_MS = 3_600_000;

const NO_UPGRADES =
  'A request for the sync socket came without its upgrade. If devices do not sync, a proxy before this server does not pass WebSocket upgrades on. See "A proxy" in docs/operations.md.';

/**
 * Answers plain requests at the address of the sync socket, and warns once an hour of a proxy that causes
 * them: it drops `Upgrade` from the handshake, or a page reports that its socket fails. `now`: ms.
 */
export function plainSync(log: Log, now: () => number = Date.now): Handler {
  let warnedAt = -Infinity;
  return (c) => {
    const isHandshake = c.req.header('sec-websocket-key') !== undefined;
    const query = c.req.query('socket');
    if ((isHandshake || query === 'failed') && now() - warnedAt >= ONE_HOUR_MS) {
      warnedAt = now();
      log.warn(NO_UPGRADES);
    }
    // A page's report gets status 200, as browsers write each error to the console.
    return c.json(UPGRADE_REQUIRED, query === undefined ? 426 : 200);
  };
}
