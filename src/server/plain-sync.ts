import type { Handler } from 'hono';
import type { ErrorBody } from './error-body.ts';
import type { Log } from './log.ts';

const UPGRADE_REQUIRED: ErrorBody = { code: 'UPGRADE_REQUIRED', message: 'Connect with a WebSocket.' };

/** One line tells an operator as much as one for each try of each device. */
const ONE_HOUR_MS = 3_600_000;

const NO_UPGRADES =
  'A request for the sync socket came without its upgrade. If devices do not sync, a proxy before this server does not pass WebSocket upgrades on. See "A proxy" in docs/operations.md.';

/**
 * Answers what reaches the address of the sync socket and is no upgrade, and warns of a proxy that made it so: it passes the handshake on
 * without `Upgrade`, or a page says that its socket fails. Once an hour. `now`: ms.
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
    // A page that asks for no socket is rejected nothing, and browsers write each rejection to the console.
    return c.json(UPGRADE_REQUIRED, query === undefined ? 426 : 200);
  };
}
