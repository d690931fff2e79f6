import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import type { PushState, Receipt } from '#src/reading/remind/push-api.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import type { TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { mailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { openDevice } from '#src/sync/testing/node-device.ts';
import { PushService } from '#src/server/reminders/testing/push-service.ts';

describeEachEngine('the routes of reminders', (engine) => {
  const harness = mailHarness(engine, { WEBHOOK_ALLOW_PRIVATE: 'true' });
  let service: PushService;
  beforeAll(async () => {
    service = await PushService.start();
  });
  afterAll(() => service.stop());

  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
  const signedUp = (email: string) => signUpConfirmed(harness.server.browser(firefox), harness.mail, email);
  const send = (browser: TestBrowser, method: string, path: string, body: unknown, headers = {}) =>
    browser.fetch(`/api/push${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const stateOf = async (browser: TestBrowser) =>
    (await (await browser.fetch('/api/push')).json()) as PushState;

  test('[N3] reject requests without a session, and from another site', async () => {
    const nobody = harness.server.browser();
    const ada = await signedUp('ada@example.com');
    const { subscription } = service.browser();
    const asked = [
      ['PUT', '/subscription', subscription],
      ['DELETE', '/subscription', subscription],
      ['PUT', '/webhook', { address: 'https://example.com/', secret: '', kind: 'gotify' }],
      ['DELETE', '/webhook', {}],
      ['POST', '/test', { way: 'push' }],
      ['POST', '/receipts', { alarm: newId(), what: 'shown', at: 1 }],
    ] as const;
    for (const [method, path, body] of asked) {
      expect([path, (await send(nobody, method, path, body)).status]).toEqual([path, 401]);
      const elsewhere = { origin: 'https://evil.example' };
      expect([path, (await send(ada, method, path, body, elsewhere)).status]).toEqual([path, 403]);
    }
    for (const path of ['', '/receipts']) expect((await nobody.fetch(`/api/push${path}`)).status).toBe(401);
  });

  test('[N3] a browser subscribes and gets a test; its second subscription replaces the first', async () => {
    const bea = await signedUp('bea@example.com');
    const [first, second] = [service.browser(), service.browser()];
    for (const { subscription } of [first, second, second])
      expect(
        (await send(bea, 'PUT', '/subscription', { ...subscription, expirationTime: null })).status,
      ).toBe(200);
    const { publicKey, subscriptions, mail, webhook } = await stateOf(bea);
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    expect(subscriptions).toMatchObject([{ device: 'Firefox on Linux', isThisDevice: true, usedAt: null }]);
    expect([mail, webhook]).toEqual(['bea@example.com', null]);
    expect((await send(bea, 'POST', '/test', { way: 'push' })).status).toBe(200);
    expect([first.requests, second.messages[0]?.notification.data.kind]).toEqual([0, 'test']);
    await send(bea, 'DELETE', '/subscription', second.subscription);
    expect((await stateOf(bea)).subscriptions).toEqual([]);
    const failed = await send(bea, 'POST', '/test', { way: 'push' });
    expect([failed.status, await failed.json()]).toMatchObject([502, { code: 'NO_DEVICE' }]);
    expect(service.problems).toEqual([]);
  });

  test.each([
    ['no address', '/subscription', { keys: {} }],
    ['a script', '/subscription', { endpoint: 'javascript:alert(1)' }],
    [
      'keys of no browser',
      '/subscription',
      { endpoint: 'https://push.example/', keys: { p256dh: 'BAAA', auth: 'AAAA' } },
    ],
    ['no text', '/subscription', []],
    ['a webhook of no kind', '/webhook', { address: 'https://example.com/', secret: '', kind: 'smoke' }],
    [
      'a secret that cannot sign',
      '/webhook',
      { address: 'https://example.com/', secret: 'short', kind: 'signed' },
    ],
    ['a webhook without an address', '/webhook', { address: 'no url', secret: '', kind: 'ntfy' }],
    ['ntfy without a topic', '/webhook', { address: 'https://ntfy.sh/', secret: '', kind: 'ntfy' }],
  ])('[N3] a wrong field is rejected with a message about it: %s', async (_, path, body) => {
    const cleo = await signedUp(`${newId()}@example.com`);
    const answer = await send(cleo, 'PUT', path, body);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'WRONG_TARGET' }]);
    expect(await stateOf(cleo)).toMatchObject({ subscriptions: [], webhook: null });
  });

  test('[N3] a saved webhook does not show its secret, and can be removed', async () => {
    const dora = await signedUp('dora@example.com');
    const webhook = { address: `${service.url}/nowhere`, secret: 'tk_1', kind: 'ntfy' };
    expect((await send(dora, 'PUT', '/webhook', webhook)).status).toBe(200);
    const saved = { address: webhook.address, kind: 'ntfy', hasSecret: true, isUnreadable: false };
    expect((await stateOf(dora)).webhook).toEqual(saved);
    await send(dora, 'PUT', '/webhook', { ...webhook, secret: '' });
    expect((await stateOf(dora)).webhook).toEqual({ ...saved, hasSecret: false });
    const failed = await send(dora, 'POST', '/test', { way: 'webhook' });
    expect([failed.status, await failed.json()]).toMatchObject([502, { code: 'REJECTED' }]);
    await send(dora, 'DELETE', '/webhook', {});
    expect((await stateOf(dora)).webhook).toBeNull();
  });

  test('[N2][N4] the server pushes a reminder that a device added, and the receipt says where it was shown', async () => {
    const fay = await signedUp('fay@example.com');
    const browser = service.browser();
    await send(fay, 'PUT', '/subscription', browser.subscription);
    const session = await fay.session();
    const device = await openDevice({
      url: harness.server.publicUrl,
      userId: session?.user.id ?? '',
      cookie: fay.cookie,
    });
    const [collectionId, taskId, at] = [newId(), newId(), Date.now()];
    await device.mutate('collection.add', { id: collectionId, name: 'Home', color: '#FFCC33', at });
    const task = {
      id: taskId,
      name: 'Water',
      description: '',
      date: '2026-06-15' as CalendarDay,
      collectionId,
      at,
    };
    await device.mutate('task.add', task);
    await device.mutate('reminder.add', { id: newId(), taskId, remindAt: Date.now() + 500, at });
    const receipts = async () => {
      const answer = await fay.fetch(`/api/push/receipts?task=${taskId}`);
      return ((await answer.json()) as { receipts: Receipt[] }).receipts;
    };
    await expect.poll(receipts, { timeout: 15_000 }).toMatchObject([{ state: 'sent', name: 'Water' }]);
    const alarm = browser.messages[0]?.notification.tag;
    const shown = await send(fay, 'POST', '/receipts', { alarm, what: 'shown', at: Date.now() });
    expect(shown.status).toBe(200);
    expect(await receipts()).toMatchObject([{ alarm, shown: { on: 'Firefox on Linux' }, answer: null }]);
    const bob = await signedUp('gus@example.com');
    expect((await send(bob, 'POST', '/receipts', { alarm, what: 'done', at: 1 })).status).toBe(404);
    expect((await bob.fetch(`/api/push/receipts?task=${taskId}`)).status).toBe(200);
    expect((await bob.fetch('/api/push/receipts?task=1')).status).toBe(404);
    device.close();
  });
});
