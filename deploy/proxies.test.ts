import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { openDevice, signUp, until } from '#src/sync/testing/node-device.ts';
import {
  CADDYFILE,
  isInstalled,
  startCaddy,
  startNginx,
  withSystemTools,
  writeNginxExample,
  type Proxy,
} from './testing/proxy.ts';

/** `.ci/run` installs both; they may be missing elsewhere, and no npm package provides them. */
const PROXIES = [
  { program: 'caddy', start: startCaddy, hasIt: isInstalled('caddy') },
  { program: 'nginx', start: startNginx, hasIt: isInstalled('nginx') },
] as const;

for (const { program, start, hasIt } of PROXIES) {
  describe.runIf(hasIt)(`the real server behind ${program}`, () => {
    let server: ServerProcess;
    let proxy: Proxy;
    let url: string;

    beforeAll(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      const env = { PUBLIC_URL: url, TRUSTED_PROXY_HEADER: 'X-Forwarded-For', HOST: '127.0.0.1' };
      server = await ServerProcess.start({ env });
      proxy = await start(port, [server.port]);
    });
    afterAll(async () => {
      await proxy?.stop();
      await server?.dispose();
    });

    test('a user signs up, and a task added on one device arrives on the other', async () => {
      const account = await signUp(url);
      const [here, there] = [await openDevice(account), await openDevice(account)];
      const [id, at] = [newId(), Date.now()];

      await here.mutate('collection.add', { id, name: 'Home', color: '#FFCC33', at });
      const date = calendarDayAt(at);
      const task = { id: newId(), name: 'Water the plants', description: '', date, collectionId: id, at };
      await here.mutate('task.add', task);
      await until(there, `in:${id}`, () => there.lists.inCollection(id).length === 1);

      expect(there.get('task', task.id)?.name).toBe('Water the plants');
      here.close();
      there.close();
    });

    test('a client cannot choose the address that limits apply to', async () => {
      const forged = {
        'x-forwarded-for': '203.0.113.9',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
      };
      const browser = new TestBrowser(url, forged);
      expect((await browser.signUp('mallory@example.com')).status).toBe(200);

      const database = new DatabaseSync(join(server.dataDir, 'sunglow.db'), { readOnly: true });
      const addresses = database.prepare('select distinct "ipAddress" as address from session').all();
      database.close();
      expect(addresses).toEqual([{ address: '127.0.0.1' }]);
    });

    test('a photo near the largest size gets through, and a larger body does not', async () => {
      const browser = new TestBrowser(url);
      await browser.signUp('ada@example.com');
      const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
      const create = { width: 512, height: 512, channels: 4, background: '#fc3', noise } as const;
      const picture = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
      const put = async (body: Uint8Array<ArrayBuffer>) => {
        const headers = { 'content-type': 'image/png' };
        return (await browser.fetch('/api/account/photo', { method: 'PUT', headers, body })).status;
      };

      // Just over 1 MB, the limit of nginx by default.
      expect(await put(new Uint8Array(picture))).toBe(200);
      // Caddy 2.6 answers 502 to a body that exceeds the limit on its way; later versions answer 413.
      expect([413, 502]).toContain(await put(new Uint8Array(5 * 1_048_576)));
    });

    test('a stopped server gives an answer, and a restarted one serves again', async () => {
      await server.stop();
      const [{ status }] = await Promise.all([fetch(`${url}/healthz`), server.start()]);

      // Caddy waits for the server for 5 s.
      expect(status).toBe(program === 'caddy' ? 200 : 502);
      await vi.waitUntil(async () => (await fetch(`${url}/healthz`)).status === 200, 10_000);
    });
  });
}

test.runIf(PROXIES[0].hasIt)('caddy validate accepts the Caddyfile as it is', () => {
  const args = ['validate', '--config', CADDYFILE, '--adapter', 'caddyfile'];
  const { status, stdout, stderr } = spawnSync('caddy', args, { encoding: 'utf8' });

  expect(stdout).toContain('Valid configuration');
  // For example about a file not formatted by `caddy fmt`.
  expect(stderr).not.toContain('"level":"warn"');
  expect(status).toBe(0);
});

const hasOpenssl = isInstalled('openssl');

// nginx also reads the certificate; openssl makes one.
test.runIf(PROXIES[1].hasIt && hasOpenssl)(
  'nginx -t accepts the example as it is, certificate and all',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'sunglow-nginx-'));
    const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
    const name = ['-subj', '/CN=sunglow.example.com'];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ed25519',
        '-nodes',
        '-days',
        '1',
        '-keyout',
        key,
        '-out',
        certificate,
        ...name,
      ],
      { stdio: 'ignore' },
    );

    const { status, stderr } = spawnSync('nginx', ['-t', '-c', writeNginxExample(folder)], {
      encoding: 'utf8',
      env: withSystemTools(),
    });
    rmSync(folder, { recursive: true });

    expect(stderr).toContain('test is successful');
    expect(stderr).not.toContain('[warn]');
    expect(status).toBe(0);
  },
);
