import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { addToken, apiUser, type ApiClient } from '#src/server/api/testing/api-user.ts';
import {
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import { MAIN, StartedCli, TestCli } from '#src/cli/testing/test-cli.ts';
import { TestProxy } from '#src/cli/testing/test-proxy.ts';

let server: TestServer;
let folder: string;
let api: ApiClient;
let browser: TestBrowser;
let proxy: TestProxy;
let cli: TestCli;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sunglow-cli-'));
  server = await startTestServer({ databaseUrl: null, dataDir: join(folder, 'data') });
  ({ api, browser } = await apiUser(server));
  proxy = await TestProxy.before(server.url);
  cli = new TestCli(folder);
  await cli.done(['login', proxy.url], api.token);
});
afterEach(() => {
  proxy.instead = null;
});
afterAll(async () => {
  await proxy.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The names of the tasks in the lines of `watch --json`. */
function namesIn(out: string): string[] {
  const changes = out.split('\n').filter((line) => line !== '');
  return changes.flatMap((line) =>
    ((JSON.parse(line) as { changed: { tasks?: { name: string }[] } }).changed.tasks ?? []).map(
      ({ name }) => name,
    ),
  );
}

describe('watch', () => {
  test('[A6] tells once that the server is down, and prints each change once after it', async () => {
    const watch = cli.start(['watch', '--json']);
    await expect.poll(() => proxy.requests, { timeout: 30_000 }).toContain('GET /api/v1/events');
    // The stream has begun when it tells of a change.
    for (let n = 0; !watch.out.includes('first'); n++) {
      await api.write('POST', '/tasks', { name: `first ${n}`, date: null });
      await expect.poll(() => watch.out).toContain('first');
    }
    await proxy.stop();
    await api.write('POST', '/tasks', { name: 'while down', date: null });
    await watch.told('cannot be reached');
    proxy.instead = (_request, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    proxy.requests.length = 0;
    await proxy.start();
    await api.write('POST', '/tasks', { name: 'while a proxy has no server', date: null });
    await expect.poll(() => proxy.requests.length, { timeout: 30_000 }).toBeGreaterThan(1);
    proxy.instead = null;
    await watch.told('while a proxy has no server');
    await api.write('POST', '/tasks', { name: 'later', date: null });
    await watch.told('later');
    watch.child.kill('SIGINT');
    expect(await watch.ended).toEqual([null, 'SIGINT']);
    expect(namesIn(watch.out).filter((name) => !name.startsWith('first'))).toEqual([
      'while down',
      'while a proxy has no server',
      'later',
    ]);
    expect(watch.problem.split('\n')).toEqual([
      expect.stringMatching(/^sunglow: The server at \S+ cannot be reached\..* The watch goes on as soon as/),
      'sunglow: The server answers again.',
      '',
    ]);
  });

  test('[A6] lists changes from a time when its first connection was broken', async () => {
    const watch = cli.start(['watch', 'search: eggs']);
    await watch.told('No tasks.');
    await proxy.stop();
    await api.write('POST', '/tasks', { name: 'Buy eggs', date: calendarDayAt(Date.now()) });
    await proxy.start();
    await watch.told('Buy eggs');
    watch.child.kill('SIGINT');
    expect(await watch.ended).toEqual([null, 'SIGINT']);
    expect(watch.out).toMatch(/^No tasks\.\n\w{3} [\d-]{10} +Buy eggs {2}#Inbox\n$/);
  });

  test('[A6] ends when its token does not hold any more, with a message as other commands have', async () => {
    const other = new TestCli(join(folder, 'revoked'));
    const { text } = await addToken(browser, { name: 'Watch', scope: 'read' });
    await other.done(['login', server.url], text);
    const watch = other.start(['watch', 'search: nothing']);
    await watch.told('No tasks.');
    const answer = (await (await browser.fetch('/api/tokens')).json()) as {
      tokens: { id: string; name: string }[];
    };
    const { id } = answer.tokens.find(({ name }) => name === 'Watch') ?? { id: '' };
    await browser.fetch(`/api/tokens/${id}`, { method: 'DELETE' });
    expect(await watch.ended).toEqual([1, null]);
    expect(watch.problem).toMatch(/^sunglow: The server does not know the access token: .*\n$/);
  });

  test('[A6] ends when its reader does', async () => {
    const shell = spawn(
      'bash',
      ['-c', '"$0" "$@" | head -n 1', process.execPath, MAIN, 'watch', 'search: milk'],
      {
        env: cli.env,
      },
    );
    const watch = new StartedCli(shell);
    await watch.told('No tasks.');
    await api.write('POST', '/tasks', { name: 'Buy milk', date: null });
    // The first line after the end of the reader meets the broken pipe.
    await api.write('POST', '/tasks', { name: 'Buy more milk', date: null });
    expect(await watch.ended).toEqual([0, null]);
    expect([watch.out, watch.problem]).toEqual(['No tasks.\n', '']);
  });
});

describe('output', () => {
  const inShell = (script: string, ...args: readonly string[]) =>
    new StartedCli(spawn('bash', ['-c', script, process.execPath, MAIN, ...args], { env: cli.env }));

  test('[A6] that cannot be written is a failure, told in one line, and a change stays', async () => {
    for (const args of [['list'], ['list', '--json'], ['add', 'Buy paper'], ['watch'], ['help']]) {
      const command = inShell('"$0" "$@" > /dev/full', ...args);
      expect([args, await command.ended, command.problem]).toEqual([
        args,
        [1, null],
        'sunglow: The output cannot be written. (ENOSPC)\n',
      ]);
    }
    expect(await cli.done(['list', 'search: paper'])).toContain('Buy paper');
  });

  test('[A6] that is read in part is no failure', async () => {
    const command = inShell('set -o pipefail; "$0" "$@" | true', 'help');
    expect([await command.ended, command.problem]).toEqual([[0, null], '']);
  });
});

describe('Ctrl+C', () => {
  const COMMANDS = [
    ['list'],
    ['add', 'Slow'],
    ['done', 'Slow'],
    ['edit', 'Slow', '--name', 'x'],
    ['export'],
    ['watch'],
  ];

  test.each(COMMANDS)('[A6] ends %s while the server does not answer', async (...args) => {
    proxy.requests.length = 0;
    proxy.instead = () => {};
    const command = cli.start(args);
    await expect.poll(() => proxy.requests.length, { timeout: 30_000 }).toBe(1);
    command.child.kill('SIGINT');
    expect([await command.ended, command.out, command.problem]).toEqual([[null, 'SIGINT'], '', '']);
  });

  test('[A6] gives a shell the exit code 130', async () => {
    proxy.requests.length = 0;
    proxy.instead = () => {};
    const script = 'trap : INT; "$0" "$@"; echo "code $?"';
    const shell = spawn('bash', ['-c', script, process.execPath, MAIN, 'list'], {
      env: cli.env,
      detached: true,
    });
    const command = new StartedCli(shell);
    await expect.poll(() => proxy.requests.length, { timeout: 30_000 }).toBe(1);
    process.kill(-Number(shell.pid), 'SIGINT');
    await command.ended;
    expect(command.out).toBe('code 130\n');
  });
});

describe('answers that are not from the API', () => {
  const PAGE = '<!doctype html><title>Sign in to the network</title>';

  test.each([
    ['a page', 200, PAGE, 'NOT_SUNGLOW'],
    ['a part of JSON', 200, '{"items": [{"id": "01', 'NOT_SUNGLOW'],
    ['other JSON', 200, '{"items": [{"id": 7}], "next": null}', 'NOT_SUNGLOW'],
    ['JSON that is no object', 200, 'null', 'NOT_SUNGLOW'],
    ['nothing', 200, '', 'NOT_SUNGLOW'],
    ['a page for a missing one', 404, PAGE, 'NOT_SUNGLOW'],
    ['a gateway without its server', 502, PAGE, 'HTTP_502'],
    ['a server that starts', 503, PAGE, 'HTTP_503'],
    ['another address', 302, PAGE, 'REDIRECTED'],
  ])('[A6] %s is told with a code and advice', async (_what, status, body, code) => {
    await cli.done(['add', 'Something to undo']);
    proxy.instead = (_request, response) =>
      response.writeHead(status, { location: 'https://x.example' }).end(body);
    for (const args of [
      ['list'],
      ['add', 'Milk'],
      ['done', 'Milk'],
      ['undo'],
      ['export'],
      ['login', proxy.url],
    ]) {
      const ran = await cli.run(args, api.token);
      expect([args, ran]).toEqual([
        args,
        { code: 1, out: '', problem: expect.stringContaining(`(${code})\n`) },
      ]);
      expect(ran.problem).toMatch(
        /^sunglow: The server at http:\S+ [^\n]*(?:Check the address|Try again|sign in there)/,
      );
    }
  });

  test('[A6] a server that is not there is told with its code, and a lost write says that it may be done', async () => {
    proxy.instead = (request) => request.socket.destroy();
    expect((await cli.run(['list'])).problem).toMatch(
      /cannot be reached\. Check the address and the network\. \(\w+\)\n$/,
    );
    expect((await cli.run(['add', 'Milk'])).problem).toContain('The change may have been made');
    await proxy.stop();
    const { code, problem } = await cli.run(['add', 'Milk']);
    expect([code, problem]).toEqual([1, expect.stringContaining('(ECONNREFUSED)\n')]);
    expect(problem).not.toContain('may have been made');
    await proxy.start();
  });

  test('[A6] a line that is rejected names its place, and the tasks before it are printed', async () => {
    const reject = (nth: number) => {
      let lines = 0;
      proxy.instead = (request, response) => {
        if (request.url?.endsWith('/quick-add') !== true || ++lines < nth)
          return proxy.forward(request, response);
        response
          .writeHead(409)
          .end(JSON.stringify({ code: 'TASK_LIMIT', detail: 'You have reached the limit.' }));
      };
    };
    reject(3);
    const { code, out, problem } = await cli.run(['add'], 'Buy paint\n\nBuy brushes\nSand\nVarnish');
    expect(out).toMatch(/^Added .*Buy paint .*\nAdded .*Buy brushes .*\n$/);
    expect([code, problem]).toEqual([
      1,
      'sunglow: Line 4 was not added, and none after it: “Sand”. You have reached the limit. The 2 tasks before it stayed.\n',
    ]);
    reject(2);
    const json = await cli.run(['add', '--json'], 'Buy wax\nSand');
    expect([json.code, JSON.parse(json.out)]).toEqual([1, [expect.objectContaining({ name: 'Buy wax' })]]);
    proxy.instead = null;
    expect(await cli.done(['undo'])).toBe('Removed “Buy wax”.\n');
  });

  test('[A6] a server that speaks no https says so', async () => {
    const { code, problem } = await cli.run(['login', proxy.url.replace('http', 'https')], api.token);
    expect([code, problem]).toEqual([1, expect.stringContaining('does not speak https')]);
  });

  test('[A6] https goes through the proxy of the network, and plain http to this machine does not', async () => {
    const asked: string[] = [];
    const between = createServer((_request, response) => response.writeHead(500).end());
    between.on('connect', ({ url = '' }, socket) => {
      asked.push(url);
      socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    });
    await once(between.listen(0, '127.0.0.1'), 'listening');
    const { port } = between.address() as AddressInfo;
    const at = `http://127.0.0.1:${port}`;
    const env = { ...cli.env, HTTPS_PROXY: at, HTTP_PROXY: at };
    const login = new StartedCli(
      spawn(process.execPath, [MAIN, 'login', 'https://tasks.example.com'], { env }),
    );
    login.child.stdin.end(api.token);
    expect(await login.ended).toEqual([1, null]);
    expect(login.problem).toContain('The server at https://tasks.example.com/ cannot be reached.');
    expect(new Set(asked)).toEqual(new Set(['tasks.example.com:443']));
    const list = new StartedCli(spawn(process.execPath, [MAIN, 'list', 'search: nothing'], { env }));
    expect([await list.ended, list.out]).toEqual([[0, null], 'No tasks.\n']);
    between.close();
  });

  test('[A6] a token that has expired, or that only reads, is told in words for its user', async () => {
    const other = new TestCli(join(folder, 'reader'));
    const { text } = await addToken(browser, { name: 'Reader', scope: 'read' });
    await other.done(['login', server.url], text);
    expect(await other.run(['add', 'Milk'])).toEqual({
      code: 1,
      out: '',
      problem: expect.stringMatching(
        /^sunglow: The access token does not allow this\. Add one with the scope write/,
      ),
    });
    expect(await other.run(['login', server.url], 'sgt_unknown')).toEqual({
      code: 1,
      out: '',
      problem: expect.stringMatching(
        /^sunglow: The server does not know the access token: it was revoked or has expired/,
      ),
    });
  });
});

describe('files', () => {
  test('[A6] a token that others can read is not used', async () => {
    chmodSync(cli.loginPath, 0o644);
    const { code, problem } = await cli.run(['list']);
    expect([code, problem]).toEqual([1, expect.stringContaining(`chmod 600`)]);
    chmodSync(cli.loginPath, 0o600);
    await cli.done(['list']);
  });

  test('[A6] a relative XDG_CONFIG_HOME counts as none', async () => {
    const home = join(folder, 'home');
    const shell = spawn(process.execPath, [MAIN, 'login', server.url], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: '' },
    });
    shell.stdin.end(api.token);
    expect(await new StartedCli(shell).ended).toEqual([0, null]);
    expect(existsSync(join(home, '.config/sunglow/login.json'))).toBe(true);
    expect(existsSync(join(home, '.local/state/sunglow/state.json'))).toBe(true);
    expect(existsSync(join(folder, 'relative'))).toBe(false);
  });

  test('[A6] a command is done where its state cannot be kept, and says so', async () => {
    const other = new TestCli(join(folder, 'full'));
    await other.done(['login', server.url], api.token);
    rmSync(join(other.home, 'state'), { recursive: true });
    writeFileSync(join(other.home, 'state'), '');
    const { code, out, problem } = await other.run(['add', 'Kept']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Added {2}1 {2}\w{3} [\d-]{10} +Kept/)]);
    expect(problem).toMatch(/^sunglow: The file \S+ cannot be written\. \(\w+\) sunglow undo and numbers/);
  });
});
