import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { Rates } from '#src/sync/server/rates.ts';
import { slowRejections } from './slow-rejections.ts';

/** Two at once, and the next one after an hour. */
const RATE = { burst: 2, perSecond: 1 / 3_600 };

test('a client that keeps asking after a 429 is answered later; its other requests, and other clients, are not delayed', async () => {
  const app = new Hono();
  app.use(slowRejections({ addressOf: (c) => c.req.header('from') ?? '', rates: new Rates(RATE, () => 0) }));
  app.get('/:status', (c) => new Response(null, { status: Number(c.req.param('status')) }));
  const ask = async (status: number, from = '203.0.113.1') =>
    (await app.request(`/${status}`, { headers: { from } })).status;
  expect([await ask(429), await ask(429)]).toEqual([429, 429]);

  let isHeld = true;
  void ask(429).then(() => (isHeld = false));

  expect(await ask(200)).toBe(200);
  expect(await ask(400)).toBe(400);
  expect(await ask(429, '203.0.113.2')).toBe(429);
  // This machine itself has no rate.
  for (let i = 0; i < 4; i++) expect(await ask(429, '127.0.0.1')).toBe(429);
  expect(isHeld).toBe(true);
});
