import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { TestBrowser } from '#src/server/testing/processes/test-server.ts';

/**
 * Packages that a server loads on their first use, or for a setting. Together they would take more than 30
 * MB.
 */
const LATE = [
  'sharp',
  'libphonenumber-js',
  'nodemailer',
  'pg',
  '@redis/client',
  'prom-client',
  '@opentelemetry/sdk-trace',
];

/** Records each loaded package, and hides the packages that are listed as missing, as during an update. */
const HOOKS = `
  import { registerHooks } from 'node:module';
  import { appendFileSync, readFileSync } from 'node:fs';
  import { dirname, join } from 'node:path';
  import { fileURLToPath } from 'node:url';
  const folder = dirname(fileURLToPath(import.meta.url));
  registerHooks({
    resolve(name, context, next) {
      if (readFileSync(join(folder, 'missing'), 'utf8').split(' ').includes(name))
        throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    },
    load(url, context, next) {
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name) appendFileSync(join(folder, 'loaded'), name + '\\n');
      return next(url, context);
    },
  });
`;

let folder: string;
let server: ServerProcess;
let browser: TestBrowser;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sunglow-late-'));
  writeFileSync(join(folder, 'hooks.mjs'), HOOKS);
});
beforeEach(async () => {
  writeFileSync(join(folder, 'missing'), '');
  writeFileSync(join(folder, 'loaded'), '');
  server = await ServerProcess.start({ env: { NODE_OPTIONS: `--import=${join(folder, 'hooks.mjs')}` } });
  browser = new TestBrowser(server.url);
});
afterEach(() => server.dispose());
afterAll(() => rmSync(folder, { recursive: true }));

function loaded(): string[] {
  const names = new Set(readFileSync(join(folder, 'loaded'), 'utf8').split('\n'));
  return LATE.filter((name) => names.has(name));
}

async function putPhoto(): Promise<number> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fc3' } });
  const body = new Uint8Array(await picture.png().toBuffer());
  return (await browser.fetch('/api/account/photo', { method: 'PUT', body })).status;
}

async function askForCode(): Promise<number> {
  const body = { phoneNumber: '(202) 555-0123', country: 'US' };
  return (await browser.post('/api/auth/phone/code', body)).status;
}

test('a rarely used package is loaded at its first use', async () => {
  await browser.signUp('ada@example.com');
  const before = loaded();
  await putPhoto();
  const withPhoto = loaded();
  await askForCode();

  expect([before, withPhoto, loaded()]).toEqual([[], ['sharp'], ['sharp', 'libphonenumber-js']]);
});

test('a package that is missing during an update is an error of the server, and is found when it is back', async () => {
  await browser.signUp('ada@example.com');
  writeFileSync(join(folder, 'missing'), 'sharp libphonenumber-js/max');
  const missing = [await putPhoto(), await askForCode()];
  writeFileSync(join(folder, 'missing'), '');

  expect(missing).toEqual([500, 500]);
  expect([await putPhoto(), await askForCode()]).toEqual([200, 200]);
});
