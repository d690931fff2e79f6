import type { TestBrowser, TestServer } from '#src/server/testing/processes/test-server.ts';

/** The setting that lets browsers choose their address by a header. */
export const MANY_ADDRESSES = { TRUSTED_PROXY_HEADER: 'X-Forwarded-For' };

let last = 0;

/** A browser at a new address, up to 256 of them. */
export function browserElsewhere(server: TestServer): TestBrowser {
  return server.browser({ 'x-forwarded-for': `203.0.113.${(last += 1) % 256}` });
}
