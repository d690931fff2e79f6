import { afterEach, expect, test } from 'vitest';

import type { PushState } from '#src/reading/remind/push-api.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { TestBrowser } from '#src/server/testing/processes/test-server.ts';

const servers: ServerProcess[] = [];
afterEach(async () => {
  for (const server of servers.splice(0).toReversed()) await server.dispose();
});

async function start(AUTH_SECRET: string, dataDir?: string): Promise<ServerProcess> {
  const env = { AUTH_SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const server = await ServerProcess.start({ env, ...(dataDir !== undefined && { dataDir }) });
  servers.push(server);
  return server;
}

const saveWebhook = (browser: TestBrowser) =>
  browser.fetch('/api/push/webhook', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: 'http://127.0.0.1:9/topic', secret: 'token', kind: 'ntfy' }),
  });
const stateOf = async (browser: TestBrowser) =>
  (await (await browser.fetch('/api/push')).json()) as PushState;

const WARNING = 'AUTH_SECRET has changed since webhooks were saved';

test('after a change of AUTH_SECRET, the start and the account say that webhooks have to be saved again', async () => {
  const before = await start('the first secret of thirty-two characters');
  const first = new TestBrowser(before.url);
  await first.signUp('ada@example.com');
  expect((await saveWebhook(first)).status).toBe(200);
  expect((await stateOf(first)).webhook).toMatchObject({ isUnreadable: false });
  await before.stop();

  const server = await start('the second secret of thirty-two characters', before.dataDir);
  const browser = new TestBrowser(server.url);
  await browser.signIn('ada@example.com');

  await expect.poll(() => server.stdout).toContain(WARNING);
  expect((await stateOf(browser)).webhook).toMatchObject({ kind: 'ntfy', isUnreadable: true });
  const sent = await browser.post('/api/push/test', { way: 'webhook' });
  expect([sent.status, await sent.json()]).toEqual([
    502,
    {
      code: 'SECRET_CHANGED',
      message: 'The server has a new secret since this webhook was saved. Save the webhook again.',
    },
  ]);

  expect((await saveWebhook(browser)).status).toBe(200);
  expect((await stateOf(browser)).webhook).toMatchObject({ isUnreadable: false });
  await server.restart();
  // The server stops only after it has looked at the webhooks.
  await server.stop();
  expect(server.stdout).not.toContain(WARNING);
});
