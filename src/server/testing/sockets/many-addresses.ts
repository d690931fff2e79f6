import type { TestBrowser, TestServer } from '#src/server/testing/processes/test-server.ts';

/** The setting by which browsers can come from where they say. */
export const MANY_ADDRESSES = { TRUSTED_PROXY_HEADER: 'X-Forwarded-For' };

let last = 0;

/** A browser at an address that nobody has come from yet, unless 256 have. */
export function browserElsewhere(server: TestServer): TestBrowser {
  return server.browser({ 'x-forwarded-for': `203.0.113.${(last += 1) % 256}` });
}
