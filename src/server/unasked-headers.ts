import type { IncomingHttpHeaders } from 'node:http';

import type { Log } from './log.ts';

/** Proxies say in these headers whom they speak for. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'cf-connecting-ip'];

/** What is to see the headers of each request: where no proxy is expected, it warns of the first that seems to be one. */
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
      `A request came with ${name}, but TRUSTED_PROXY_HEADER is not set. If that is from your proxy, set it: else all users count as one address, and one who guesses passwords keeps everybody out.`,
    );
  };
}
