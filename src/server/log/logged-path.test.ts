import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { loggedPath } from './logged-path.ts';

const SECRET = 'bM5a-XqT0_3fK9wLz8RrQ1eYtUvH7sGdNcJpOiB2x4k';

test.each([
  [`/feeds/${SECRET}.ics`, '/feeds/...'],
  [`/unsubscribe/${SECRET}`, '/unsubscribe/...'],
  [`//feeds/${SECRET}.ics`, '//feeds/....ics'],
  [`/FEEDS/${SECRET}.ics`, '/FEEDS/....ics'],
  [`/feeds%2F${SECRET}.ics`, '/feeds/....ics'],
  [`/x/feeds/${SECRET}.ics`, '/x/feeds/....ics'],
  [`/feed/${SECRET}.ics`, '/feed/....ics'],
  [`/feed/${SECRET}`, '/feed/...'],
  [`/${SECRET}/feeds`, '/.../feeds'],
  [`/feed/%62${SECRET.slice(1, 15)}%2D${SECRET.slice(16)}`, '/feed/...'],
  [`/feed%252F${SECRET}`, '/...'],
  [`/feed/%zz${SECRET}`, '/feed/...'],
  [`/api/auth/reset-password/${SECRET.slice(0, 32)}`, '/api/auth/reset-password/...'],
] as const)('[X3] %s is logged as %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});

test('[X3] no random secret is logged, wherever it is in a path', () => {
  for (let round = 0; round < 1_000; round++)
    for (const size of [24, 32]) {
      const secret = randomBytes(size).toString('base64url');
      expect(loggedPath(`/a/${secret}.ics/b`)).not.toContain(secret.slice(0, 12));
    }
});

test.each([
  `/api/v1/tasks/${newId()}/complete`,
  '/api/auth/passkey/generate-authenticate-options',
  '/icon-maskable-512.png',
  '/app/caf%C3%A9%20today',
])('%s is logged as it is', (path) => {
  expect(loggedPath(path)).toBe(path);
});
