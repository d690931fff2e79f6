import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_PHOTO_BYTES } from './photo-routes.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import {
  PASSWORD,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';

function picture(width = 512, height = 512) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#fc3', noise } });
}

/** A PNG whose first chunk declares a huge size, before any pixels. */
async function bomb(): Promise<Buffer> {
  const png = await picture(8, 8).png().toBuffer();
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  return png;
}

describeEachEngine('profile photos', (engine) => {
  let dataDir: string;
  let server: TestServer;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sunglow-photos-'));
    server = await startTestServer(await engine.create(), { settings: { DATA_DIR: dataDir } });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });

  async function signedUp(email: string): Promise<TestBrowser> {
    const browser = server.browser();
    await browser.signUp(email);
    return browser;
  }

  const put = (browser: TestBrowser, body: BodyInit, headers: Record<string, string> = {}) =>
    browser.fetch('/api/account/photo', { method: 'PUT', body, headers, duplex: 'half' } as RequestInit);

  async function imageOf(browser: TestBrowser): Promise<string | null> {
    const session = (await browser.session()) as { user: { image: string | null } } | null;
    return session?.user.image ?? null;
  }

  test.each(['webp', 'png', 'jpeg'] as const)('a %s becomes the photo, as WebP', async (format) => {
    const browser = await signedUp(`${format}@example.com`);

    const answer = await put(browser, await picture().toFormat(format).toBuffer());

    expect(answer.status).toBe(200);
    const image = await imageOf(browser);
    expect(await answer.json()).toEqual({ image });
    expect(image).toMatch(/^\/photos\/[\w-]{22}\.webp$/);
    const photo = await fetch(`${server.url}${image}`);
    const { headers } = photo;
    expect(await sharp(await photo.bytes()).metadata()).toMatchObject({ format: 'webp', width: 512 });
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('cache-control')).toContain('immutable');
  });

  test('a new photo has a new address, and the old one is deleted, as is a removed one', async () => {
    const browser = await signedUp('again@example.com');
    await put(browser, await picture().webp().toBuffer());
    const first = await imageOf(browser);
    await put(browser, await picture(100, 100).webp().toBuffer());
    const second = await imageOf(browser);

    const removal = await browser.fetch('/api/account/photo', { method: 'DELETE' });

    expect([first === second, removal.status, await imageOf(browser)]).toEqual([false, 200, null]);
    for (const image of [first, second]) {
      await expect.poll(async () => (await fetch(`${server.url}${image}`)).status).toBe(404);
    }
  });

  test('deleting an account deletes its photo', async () => {
    const browser = await signedUp('leaver@example.com');
    await put(browser, await picture().webp().toBuffer());
    const image = await imageOf(browser);

    const answer = await browser.post('/api/auth/delete-user', { password: PASSWORD });

    expect(answer.status).toBe(200);
    await expect.poll(async () => (await fetch(`${server.url}${image}`)).status).toBe(404);
  });

  test('data hidden in a picture, or after it, is not kept', async () => {
    const browser = await signedUp('polyglot@example.com');
    const jpeg = await picture()
      .withExif({ IFD0: { ImageDescription: '<script>alert(1)</script>' } })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(2)</script>PK\x03\x04')]);

    await put(browser, polyglot);

    const photo = Buffer.from(await (await fetch(`${server.url}${await imageOf(browser)}`)).bytes());
    expect(photo.includes('script')).toBe(false);
    expect(photo.includes('PK\x03\x04')).toBe(false);
  });

  test.each([
    [
      'an SVG with a script',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['a name alone', async () => Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    [
      'an SVG that begins as WebP',
      async () => Buffer.from('RIFF\0\0\0\0WEBP<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a truncated WebP', async () => (await picture().webp().toBuffer()).subarray(0, 5_000)],
    ['a truncated PNG', async () => (await picture().png().toBuffer()).subarray(0, 50_000)],
    ['one that is too wide', () => picture(513, 16).webp().toBuffer()],
    ['one that is too high', () => picture(16, 513).png().toBuffer()],
    ['one that would take 10 GB', bomb],
    ['a GIF', () => picture().gif().toBuffer()],
    [
      'an animation',
      async () =>
        sharp([await picture().png().toBuffer(), await picture().png().toBuffer()], {
          join: { animated: true },
        })
          .webp()
          .toBuffer(),
    ],
  ])('%s is rejected', async (name, make) => {
    const browser = await signedUp(`${name.replaceAll(' ', '.')}@example.com`);

    const answer = await put(browser, new Uint8Array(await make()), { 'content-type': 'image/webp' });

    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'NO_PHOTO' }]);
    expect(await imageOf(browser)).toBeNull();
  });

  test('more than 2 MB are rejected, with or without a declared length', async () => {
    const browser = await signedUp('huge@example.com');
    const bytes = new Uint8Array(MAX_PHOTO_BYTES + 1);

    const declared = await put(browser, bytes);
    const undeclared = await put(browser, new Blob([bytes]).stream());

    expect([declared.status, undeclared.status]).toEqual([413, 413]);
  });

  test('no photo is set without a session, or by another site', async () => {
    const photo = await picture().webp().toBuffer();
    const browser = await signedUp('forged@example.com');

    const anonymous = await put(server.browser(), photo);
    const forged = await put(browser, photo, { origin: 'https://evil.example.com' });

    expect([anonymous.status, forged.status]).toEqual([401, 403]);
    expect(await imageOf(browser)).toBeNull();
  });

  test.each(['..%2Fsecret', '%2e%2e%2fsunglow.db', 'x.webp', 'AAAAAAAAAAAAAAAAAAAAAA.webp', '..'])(
    '/photos/%s is not found',
    async (name) => {
      const answer = await fetch(`${server.url}/photos/${name}`);

      expect(answer.headers.get('content-type')).not.toBe('image/webp');
      expect(await answer.text()).not.toContain('SQLite');
    },
  );

  test('of several photos at once, one is kept', async () => {
    const browser = await signedUp('race@example.com');
    const before = new Set(readdirSync(join(dataDir, 'photos')));
    const photo = await picture(64, 64).webp().toBuffer();

    await Promise.all(Array.from({ length: 5 }, () => put(browser, photo)));

    const isNew = (name: string) => !before.has(name);
    await expect
      .poll(() =>
        readdirSync(join(dataDir, 'photos'))
          .filter(isNew)
          .map((name) => `/photos/${name}`),
      )
      .toEqual([await imageOf(browser)]);
  });
});
