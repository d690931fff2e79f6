import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseStorageUrl } from '#src/server/config/addresses.ts';
import { S3Store } from './s3-store.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PhotoStorage } from '#src/server/testing/processes/photo-storage.ts';
import { PASSWORD, startTestServer } from '#src/server/testing/processes/test-server.ts';

const BYTES = new Uint8Array([1, 2, 3]);
const { signal } = new AbortController();

let storage: PhotoStorage;
let storageUrl: string;
beforeAll(async () => {
  storage = await PhotoStorage.start();
  storageUrl = storage.settings.STORAGE_URL;
});
afterAll(() => storage.stop());

function storeAt(url: string): S3Store {
  return new S3Store(parseStorageUrl(url)!);
}

/** Answers with the given statuses in turn, then with 200. */
async function moodyStorage(
  ...statuses: number[]
): Promise<{ url: string; asked: () => number; server: Server }> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(statuses[asked++] ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `s3+http://KEY:SECRET@127.0.0.1:${port}/photos`, asked: () => asked, server };
}

test('a stored photo is there until it is deleted', async () => {
  const store = storeAt(storageUrl);

  await store.put('one.webp', BYTES, signal);
  const there = await store.get('one.webp');
  await store.delete('one.webp');
  await store.delete('one.webp');

  expect(there).toEqual(BYTES);
  expect(await store.get('one.webp')).toBeNull();
});

test('an error for an unknown key comes at once', async () => {
  const store = storeAt(storageUrl.replace('S3RVER:', 'NOBODY:'));

  await expect(store.put('two.webp', BYTES, signal)).rejects.toThrow(/The storage answered 403/);
});

test('a storage in trouble is asked again', async () => {
  const { url, asked, server } = await moodyStorage(503, 429, 500);

  await storeAt(url).put('three.webp', BYTES, signal);

  expect(asked()).toBe(4);
  server.close();
});

test('a photo goes only to the storage of the settings, even if that redirects', async () => {
  const elsewhere = await moodyStorage();
  const { port } = elsewhere.server.address() as AddressInfo;
  const sender = createServer((request, response) => {
    request.resume();
    response.writeHead(307, { location: `http://127.0.0.1:${port}${request.url}` }).end();
  });
  sender.listen(0, '127.0.0.1');
  await once(sender, 'listening');
  const at = (sender.address() as AddressInfo).port;

  const putting = storeAt(`s3+http://KEY:SECRET@127.0.0.1:${at}/photos`).put('five.webp', BYTES, signal);

  await expect(putting).rejects.toThrow('The storage answered 307');
  expect(elsewhere.asked()).toBe(0);
  sender.close();
  elsewhere.server.close();
});

test('the server does not wait for a client that has gone', async () => {
  const { url, server } = await moodyStorage(...Array<number>(100).fill(503));
  const leaving = new AbortController();

  const putting = storeAt(url).put('four.webp', BYTES, leaving.signal);
  leaving.abort();

  await expect(putting).rejects.toThrow(/503|abort/);
  server.close();
});

test.each([
  [
    's3://KEY:SE%2FCRET@s3.example.com/bucket?region=eu-central-1',
    { secretAccessKey: 'SE/CRET', region: 'eu-central-1', bucketUrl: 'https://s3.example.com/bucket' },
  ],
  [
    's3+http://KEY:SECRET@localhost:9000/bucket/',
    { region: 'us-east-1', bucketUrl: 'http://localhost:9000/bucket' },
  ],
])('%s is understood', (url, config) => {
  expect(parseStorageUrl(url)).toMatchObject(config);
});

test.each([
  'https://KEY:SECRET@host/bucket',
  's3://host/bucket',
  's3://KEY:SECRET@host',
  's3://KEY:SECRET@host/a/b',
  's3://KEY:%@host/bucket',
  '',
])('%j is rejected', (url) => {
  expect(parseStorageUrl(url)).toBeNull();
});

/** Delays uploads until `go`, and records the names of uploaded and deleted photos. */
async function slowStorage() {
  const [put, deleted]: [string[], string[]] = [[], []];
  const { promise: mayGo, resolve: go } = Promise.withResolvers<void>();
  const server = createServer(({ method, url = '' }, response) => {
    (method === 'PUT' ? put : deleted).push(url);
    void (method === 'PUT' ? mayGo : Promise.resolve()).then(() => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `s3+http://KEY:SECRET@127.0.0.1:${port}/photos`, put, deleted, go, server };
}

describeEachEngine('a server with a storage for photos', (engine) => {
  const picture = async () =>
    new Uint8Array(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fc3' } })
        .png()
        .toBuffer(),
    );

  test('keeps no photo that is being uploaded while its account is deleted', async () => {
    const slow = await slowStorage();
    const server = await startTestServer(await engine.create(), { settings: { STORAGE_URL: slow.url } });
    const browser = server.browser();
    await browser.signUp('ada@example.com');

    const setting = browser.fetch('/api/account/photo', { method: 'PUT', body: await picture() });
    await expect.poll(() => slow.put).toHaveLength(1);
    const { status } = await browser.post('/api/auth/delete-user', { password: PASSWORD });
    slow.go();
    const answer = await setting;

    expect([status, answer.status, await answer.json()]).toMatchObject([200, 401, { code: 'UNAUTHORIZED' }]);
    await expect.poll(() => slow.deleted).toEqual(slow.put);
    await server.stop();
    slow.server.close();
  });

  test('keeps its photos there', async () => {
    const server = await startTestServer(await engine.create(), { settings: { STORAGE_URL: storageUrl } });
    const browser = server.browser();
    await browser.signUp('ada@example.com');
    const body = await picture();

    const answer = await browser.fetch('/api/account/photo', { method: 'PUT', body });
    const { image } = (await answer.json()) as { image: string };
    const photo = await (await fetch(server.url + image)).bytes();
    await server.stop();

    expect(await storeAt(storageUrl).get(image.replace('/photos/', ''))).toEqual(photo);
  });
});
