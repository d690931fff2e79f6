import type { IncomingHttpHeaders } from 'node:http';

import type { Log } from '#src/server/log/log.ts';

/** The headers where proxies name their client. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'cf-connecting-ip'];

/**
 * Checks the headers of each request. Where no proxy is expected, it warns of the first request that seems to
 * come from one.
 */
export function watchForProxy(
  trustedProxyHeader: string | null,
  log: Pick<Log, 'warn'>,
): (headers: IncomingHttpHeaders) => void {
  let isTold = trustedProxyHeader !== null;
  return (headers) => {
    if (isTold) return;
    const name = FORWARDING.find((each) => headers[each] !== undefined);
    if (name === undefined) return;
    isTold = true;
    log.warn(
      `A request came with ${name}, but TRUSTED_PROXY_HEADER is not set. If that is from your proxy, set it: otherwise all users count as one address, and a single person who guesses passwords keeps everybody out.`,
    );
  };
}
