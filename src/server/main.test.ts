import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ServerProcess, type ServerProcessOptions } from '#src/server/testing/processes/server-process.ts';
import { PASSWORD, TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { CLOSE } from '#src/sync/protocol.ts';

const running: ServerProcess[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.dispose();
});

async function start(options?: ServerProcessOptions): Promise<ServerProcess> {
  const server = await ServerProcess.start({ program: 'sources', ...options });
  running.push(server);
  return server;
}

async function rejected(options: ServerProcessOptions, port?: number) {
  const server = new ServerProcess(port ?? (await freePort()), { program: 'sources', ...options });
  running.push(server);
  const code = await server.runToEnd();
  return { code, stdout: server.stdout, stderr: server.stderr };
}

describeEachEngine('a server process', (engine) => {
  async function settings(): Promise<ServerProcessOptions> {
    const { databaseUrl } = await engine.create();
    if (databaseUrl === null) return {};
    const AUTH_SECRET = 'a secret of more than thirty-two characters';
    return { env: { DATABASE_URL: databaseUrl, AUTH_SECRET, DRAIN_SECONDS: '1' } };
  }

  test('prints its address in one line, and nothing else', async () => {
    const server = await start(await settings());

    expect(server.stdout).toBe(`Sunglow is running at http://localhost:${server.port}\n`);
    expect(server.stderr).toBe('');
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'stops cleanly on %s, also with a device connected',
    async (signal) => {
      const server = await start(await settings());
      const browser = new TestBrowser(server.url);
      await browser.signUp('ada@example.com');
      const socket = new WebSocket(`${server.url}/api/sync`, {
        origin: server.url,
        headers: { cookie: browser.cookie },
      });
      await once(socket, 'open');

      const closed = once(socket, 'close') as Promise<[number]>;
      // A Ctrl+C comes from the terminal and from npm at the same time, and counts once.
      const code = await server.stop(signal, signal);

      expect(code).toBe(0);
      const hasOthers = engine.name === 'postgres' && signal === 'SIGTERM';
      expect((await closed)[0]).toBe(hasOthers ? CLOSE.MOVE : 1012);
      expect(server.stderr).toBe('');
    },
  );

  test('that still serves its devices ends at once at a second signal', async () => {
    const { env } = await settings();
    const server = await start({ env: { ...env, DRAIN_SECONDS: '300' } });
    const ended = server.ended;
    process.kill(server.pid!, 'SIGTERM');
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    // A second signal within a second would count as the first, which npm passed on.
    const signals = setInterval(() => process.kill(server.pid!, 'SIGINT'), 200);

    expect(await ended).toEqual([1, null]);
    clearInterval(signals);
  });

  test('serves again after it was killed, and its users stay signed in', async () => {
    const server = await start(await settings());
    const browser = new TestBrowser(server.url);
    await browser.signUp('ada@example.com');

    await server.kill();
    await server.start();

    expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    expect((await new TestBrowser(server.url).signIn('ada@example.com', PASSWORD)).status).toBe(200);
  });
});

describe('a server process that cannot start', () => {
  test('says so when its folder is in use', async () => {
    const server = await start();

    expect(await rejected({ dataDir: server.dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr: `Another Sunglow is running on ${server.dataDir}. Stop it first, or set DATA_DIR to another folder.\n`,
    });
  });

  test('says so when its port is in use', async () => {
    const { port } = await start();

    expect(await rejected({}, port)).toEqual({
      code: 1,
      stdout: '',
      stderr: `Port ${port} is in use. Stop what uses it, or set PORT to another, such as ${port + 1}.\n`,
    });
  });

  test('says so when a setting is wrong', async () => {
    expect(await rejected({ env: { LOG_LEVEL: 'loud' } })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (it is "loud").\n',
    });
  });

  test.each(['127.0.0.1', 'localhost'])('says so when PostgreSQL on %s does not answer', async (host) => {
    const port = await freePort();
    const env = {
      DATABASE_URL: `postgres://ada:hunter2@${host}:${port}/sunglow`,
      AUTH_SECRET: 'a secret of more than thirty-two characters',
    };

    const { code, stdout, stderr } = await rejected({ env });

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^The database cannot be used: connect ECONNREFUSED \S+\. Check DATABASE_URL\.\n$/,
    );
  });
});

describe('a server', () => {
  /** The messages in the log of a server. */
  const warnings = ({ stdout }: ServerProcess) =>
    [...stdout.matchAll(/^\{.*"msg":"([^"]*)"/gm)].map(([, message]) => message);

  test('warns when others can reach it, and its address is not set', async () => {
    const server = await start({ env: { HOST: '0.0.0.0' } });

    await expect
      .poll(() => warnings(server))
      .toContain(
        'Others reach HOST 0.0.0.0, but PUBLIC_URL is not set: set it to the https address that they use.',
      );
    await expect.poll(() => warnings(server)).toContainEqual(expect.stringContaining('SMTP_URL is not set'));
  });

  test('warns when the header of its proxy is not set', async () => {
    const server = await start({ env: { PUBLIC_URL: 'https://sunglow.example.com' } });

    await expect
      .poll(() => warnings(server))
      .toContainEqual(expect.stringMatching(/^PUBLIC_URL is https, .*TRUSTED_PROXY_HEADER is not set/));
  });

  test('warns once of a proxy header that is not set', async () => {
    const server = await start();
    for (let i = 0; i < 3; i++)
      await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    await server.stop();

    expect(warnings(server)).toEqual([
      expect.stringMatching(/^A request came with x-forwarded-for, but TRUSTED_PROXY_HEADER is not set/),
    ]);
  });

  test('does not warn when the header is set', async () => {
    const settings = { PUBLIC_URL: 'https://sunglow.example.com', TRUSTED_PROXY_HEADER: 'X-Forwarded-For' };
    const server = await start({ env: settings });
    await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    await server.stop();

    expect(warnings(server).join('\n')).not.toMatch(/proxy/i);
  });
});

describe('the address of a server', () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
    list?.some(({ address }) => address === '::1'),
  );

  test('is this machine, and no other machine can connect', async () => {
    const { port } = await start();

    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow('fetch failed');
  });

  // Containers often have no IPv6.
  test.runIf(hasIpv6)('is also IPv6', async () => {
    const { port } = await start();

    expect((await fetch(`http://[::1]:${port}/healthz`)).status).toBe(200);
  });
});
