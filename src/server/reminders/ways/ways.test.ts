import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createRawServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { PushNotification } from '#src/reading/remind/push-message.ts';
import { ReminderSecrets } from '#src/server/reminders/secrets.ts';
import { poster, readRetryAfter } from './post.ts';
import { isPublicAddress } from './public-address.ts';
import { webhookRequest, type Webhook } from './webhook.ts';

const ALARM = '0197a6b0-0000-7000-8000-000000000001';
const NOW = Date.parse('2026-06-15T07:00:00.500Z');
const notification: PushNotification = {
  title: 'Water the 🌻',
  body: '09:00',
  navigate: 'https://sunglow.example.com/app/task/1',
  tag: ALARM,
  lang: 'en',
  timestamp: NOW,
  data: { kind: 'task', alarm: ALARM, taskId: '1', due: null, above: null, zone: null, userId: 'ada' },
};

interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((clean) => clean()));

/** A receiver of webhooks. With no `status` it never answers. */
async function receiver(status: number | null, headers: Record<string, string> = {}) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url, headers: request.headers, body });
      if (status !== null) response.writeHead(status, headers).end('x'.repeat(100_000));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** A receiver that writes raw bytes to each request. Returns its address. */
async function rawReceiver(say: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => say(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(
    () => server.close(),
    () => sockets.forEach((socket) => socket.destroy()),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Repeats the text as fast as the other side reads it. */
function sayWithoutEnd(socket: Socket, text: string): void {
  const many = text.repeat(1_000);
  const go = () => {
    while (socket.writable && socket.write(many));
  };
  socket.on('drain', go);
  go();
}

async function sent(webhook: (url: string) => Webhook): Promise<Received> {
  const { url, received } = await receiver(200);
  const { address, ...request } = webhookRequest(webhook(url), notification, NOW);
  expect(await poster(true, isPublicAddress)(address, request)).toEqual({
    failure: null,
    retryAfterMs: null,
  });
  return received[0] as Received;
}

test('[N3] a webhook is signed as Standard Webhooks are: id, time and body', async () => {
  const key = randomBytes(24);
  const { path, headers, body } = await sent((url) => ({
    address: `${url}/hook?x=1`,
    secret: `whsec_${key.toString('base64')}`,
    kind: 'signed',
  }));
  const signed = `${ALARM}.${Math.floor(NOW / 1_000)}.${body}`;
  expect([path, headers['webhook-id'], headers['webhook-timestamp']]).toEqual([
    '/hook?x=1',
    ALARM,
    '1781506800',
  ]);
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  expect(JSON.parse(body)).toEqual({
    type: 'reminder',
    timestamp: new Date(NOW).toISOString(),
    data: {
      ...notification.data,
      title: 'Water the 🌻',
      body: '09:00',
      url: 'https://sunglow.example.com/app/task/1',
      dueAt: NOW,
    },
  });
});

test('[N3] ntfy gets its topic and any letter in JSON, and its token', async () => {
  const { path, headers, body } = await sent((url) => ({
    address: `${url}/base/my-topic`,
    secret: 'tk_1',
    kind: 'ntfy',
  }));
  expect([path, headers.authorization]).toEqual(['/base/', 'Bearer tk_1']);
  const { navigate: click, title } = notification;
  expect(JSON.parse(body)).toEqual({ topic: 'my-topic', title, message: '09:00', click });
});

test.each(['', '/', '/message', '/gotify', '/gotify/message/'])(
  '[N3] Gotify at “%s” gets a message',
  async (base) => {
    const { path, headers, body } = await sent((url) => ({
      address: url + base,
      secret: 'app',
      kind: 'gotify',
    }));
    expect([path, headers['x-gotify-key']]).toEqual([
      `${base.startsWith('/gotify') ? '/gotify' : ''}/message`,
      'app',
    ]);
    expect(JSON.parse(body)).toMatchObject({ title: 'Water the 🌻', message: '09:00' });
  },
);

test.each([
  [404, 'UNSUBSCRIBED', null],
  [410, 'UNSUBSCRIBED', null],
  [413, 'TOO_LARGE', null],
  [429, 'TOO_MANY', 120_000],
  [503, 'FAILED', 120_000],
  [400, 'REJECTED', null],
  [302, 'REDIRECTED', null],
])('[N3] an answer %i is %s', async (status, failure, retryAfterMs) => {
  const { url, received } = await receiver(status, { 'retry-after': '120', location: 'http://127.0.0.1:1/' });
  expect(await poster(true, isPublicAddress)(url, { headers: {}, body: '' })).toEqual({
    failure,
    retryAfterMs,
    ...(status === 410 && { isGone: true }),
  });
  expect(received).toHaveLength(1);
});

test('[N3] a receiver that never answers, or is not there, times out', async () => {
  const { url } = await receiver(null);
  const post = poster(true, isPublicAddress, 100);
  expect(await post(url, { headers: {}, body: '' })).toMatchObject({ failure: 'TIMED_OUT' });
  expect(await post('http://127.0.0.1:1/', { headers: {}, body: '' })).toMatchObject({
    failure: 'UNREACHABLE',
  });
});

const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';

test.each([
  ['upgrades to another protocol', (socket: Socket) => socket.write(UPGRADE), 'REJECTED'],
  ['closes without an answer', (socket: Socket) => socket.end(), 'UNREACHABLE'],
  ['breaks off without an answer', (socket: Socket) => socket.resetAndDestroy(), 'UNREACHABLE'],
  [
    'says without end that an answer will come',
    (socket: Socket) => sayWithoutEnd(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'),
    'REJECTED',
  ],
  [
    'says without end to go on',
    (socket: Socket) => sayWithoutEnd(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
    'REJECTED',
  ],
])('[N3] a request to a receiver that %s ends', async (_, say, failure) => {
  const url = await rawReceiver(say);
  // The time limit is longer than the test: only the end of the request ends it.
  expect(await poster(true, isPublicAddress, 600_000)(url, { headers: {}, body: 'x' })).toEqual({
    failure,
    retryAfterMs: null,
  });
});

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://10.0.0.1:8443/x',
  'https://2130706433/',
  'https://localhost/',
  'https://169.254.169.254/latest/meta-data',
])("[N3] %s is in the server's own network, and gets nothing", async (address) => {
  expect(await poster(false, isPublicAddress)(address, { headers: {}, body: '' })).toMatchObject({
    failure: 'PRIVATE_ADDRESS',
  });
});

test("[N3] nothing is sent without https, unless the server's own network is allowed", async () => {
  const { url, received } = await receiver(200);
  for (const [address, failure] of [
    [url, 'HTTPS_NEEDED'],
    ['ftp://example.com/', 'REJECTED'],
    ['no address', 'REJECTED'],
  ] as const)
    expect(await poster(false, isPublicAddress)(address, { headers: {}, body: '' })).toMatchObject({
      failure,
    });
  expect(received).toEqual([]);
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['example.com', false],
])('[N3] %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('[N3] Retry-After is read as seconds or a date, an hour at most', () => {
  expect(
    ['30', '99999999', new Date(NOW + 59_500).toUTCString(), 'soon', undefined].map((header) =>
      readRetryAfter(header, NOW),
    ),
  ).toEqual([30_000, 3_600_000, 59_500, null, null]);
  expect(readRetryAfter(new Date(NOW - 60_000).toUTCString(), NOW)).toBe(0);
});

test("[N3] a secret in the database can be read only with the server's secret, and only for its user", () => {
  const secrets = new ReminderSecrets('one');
  const sealed = secrets.seal('ada', 'tk_1');
  expect(sealed).not.toContain('tk_1');
  expect(secrets.open('ada', sealed)).toBe('tk_1');
  expect(secrets.open('bob', sealed)).toBeNull();
  expect(new ReminderSecrets('two').open('ada', sealed)).toBeNull();
  const link = { userId: 'ada', changedAt: NOW, endsAt: NOW + 1 };
  const token = secrets.linkToken(link);
  expect(secrets.readLink(token)).toEqual(link);
  const [, proof] = token.split('.');
  const [ofBob] = secrets.linkToken({ ...link, userId: 'bob' }).split('.');
  for (const wrong of ['', '.', `${ofBob}.${proof}`, `.${proof}`, new ReminderSecrets('two').linkToken(link)])
    expect(secrets.readLink(wrong)).toBeNull();
});
