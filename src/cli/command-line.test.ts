import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiUser, type ApiClient } from '#src/server/api/testing/api-user.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { COMMANDS } from './commands.ts';
import { completion } from './completion.ts';
import { Files } from './files.ts';
import { manual } from './manual.ts';
import { run } from './run.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const DOCS = readFileSync(fileURLToPath(new URL('../../docs/cli.md', import.meta.url)), 'utf8');

let server: TestServer;
let home: string;
let api: ApiClient;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'sunglow-cli-'));
  server = await startTestServer({ databaseUrl: null, dataDir: join(home, 'data') });
  ({ api } = await apiUser(server));
  await sunglow(['login', server.url], api.token);
});
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly problem: string;
}

const env = () => ({
  ...process.env,
  XDG_CONFIG_HOME: join(home, 'config'),
  XDG_STATE_HOME: join(home, 'state'),
});

/** Runs a command in this process, which is quicker than a new one. */
async function sunglow(args: readonly string[], input = ''): Promise<Ran> {
  const out: string[] = [];
  const problems: string[] = [];
  const session = {
    files: new Files(env()),
    out: new Writable({
      decodeStrings: false,
      write: (piece, _encoding, next) => {
        out.push(String(piece));
        next();
      },
    }),
    input: Readable.from([input]),
    env: {},
    signal: new AbortController().signal,
  };
  const code = await run(args, session, (problem) => void problems.push(`${problem}\n`));
  return { code, out: out.join(''), problem: problems.join('') };
}

async function done(args: readonly string[], input?: string): Promise<string> {
  const { code, out, problem } = await sunglow(args, input);
  expect([args, code, problem]).toEqual([args, 0, '']);
  return out;
}

describe('the command line', () => {
  test('[A6] login keeps a token that the server takes, in a file for its owner alone, and logout forgets it', async () => {
    const file = join(home, 'config/sunglow/login.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await sunglow(['login', server.url], 'sgt_wrong')).toMatchObject({ code: 1, out: '' });
    expect(readFileSync(file, 'utf8')).toContain(api.token);
    expect(await sunglow(['login', 'http://tasks.example.com'], api.token)).toMatchObject({ code: 1 });
    expect(await sunglow(['login', 'tasks'], api.token)).toMatchObject({ code: 2 });
    expect(await sunglow(['login', server.url, api.token])).toMatchObject({ code: 2 });
    expect(await done(['logout'])).toContain('Signed out');
    const { code, problem } = await sunglow(['list']);
    expect([code, problem]).toEqual([1, 'sunglow: You are not signed in. Use sunglow login URL.\n']);
    expect(await done(['login', server.url], `${api.token}\n`)).not.toContain(api.token);
  });

  test('[A6] a task is added by a line, listed, changed, completed and found by its name', async () => {
    expect(await done(['add', 'Pay', 'rent', 'p1'])).toMatch(
      /^Added {2}\w{3} [\d-]{10} +Pay rent {2}#Inbox p1\n$/,
    );
    expect(await done(['list'])).toMatch(/^1 {2}\w{3} [\d-]{10} +Pay rent {2}#Inbox p1\n$/);
    expect(
      await done(['edit', '1', '--date', '2027-01-02', '--time', '09:30', '--name', 'Pay the rent']),
    ).toContain('Sat 2027-01-02 09:30  Pay the rent');
    expect(await done(['list'])).toBe('No tasks.\n');
    expect(await done(['list', '--all'])).toContain('Pay the rent');
    expect(await done(['done', 'the RENT'])).toBe('Completed “Pay the rent”.\n');
    expect(await done(['list', '--all'])).toBe('No tasks.\n');
    expect(await done(['undo'])).toBe('Reopened “Pay the rent”.\n');
    const [task] = JSON.parse(await done(['list', '--all', '--json'])) as { date: string }[];
    expect(task).toMatchObject({
      name: 'Pay the rent',
      date: '2027-01-02',
      time: '09:30',
      completedAt: null,
    });
    await done(['done', '1']);
  });

  test('[A6] undo takes back what was added, and each field of a change', async () => {
    await done(['add', 'Water every day 8am']);
    const [before] = await api.all('/tasks?query=search%3A%20Water');
    await done(['edit', 'Water', '--date', 'none', '--duration', '15']);
    expect((await api.all('/tasks?query=search%3A%20Water'))[0]).toMatchObject({
      date: null,
      repeat: null,
      duration: 15,
    });
    expect(await done(['undo'])).toBe('Changed “Water” back.\n');
    expect((await api.all('/tasks?query=search%3A%20Water'))[0]).toEqual(before);
    expect(await sunglow(['undo'])).toMatchObject({
      code: 1,
      problem: 'sunglow: There is nothing to take back.\n',
    });
    await done(['done', 'Water']);
    expect((await api.all('/tasks?query=search%3A%20Water'))[0]?.['date']).not.toBe(before?.['date']);
    await done(['undo']);
    expect((await api.all('/tasks?query=search%3A%20Water'))[0]?.['date']).toBe(before?.['date']);
    await done(['add'], 'One\n\n  Two  \n');
    await done(['undo']);
    expect((await api.all('/tasks')).map(({ name }) => name)).toEqual(['Water']);
    await done(['done', 'Water']);
  });

  test('[A6] words that fit more than one task name them, and none of them is completed', async () => {
    await done(['add'], 'Call Ann\nCall Bert\n');
    const { code, problem } = await sunglow(['done', 'call']);
    expect([code, problem]).toEqual([
      1,
      'sunglow: “call” may be 2 tasks. Name one by its number:\n  1  Call Ann\n  2  Call Bert\n',
    ]);
    await done(['done', '2', '1']);
    expect(await sunglow(['done', 'call'])).toMatchObject({ code: 1 });
    expect(await sunglow(['done', '7'])).toMatchObject({ code: 1 });
    expect(await sunglow(['done'])).toMatchObject({ code: 2 });
  });

  test('[A6] refusals tell the words of the server, and wrong arguments end with 2', async () => {
    expect(await sunglow(['list', 'today', '&'])).toMatchObject({ code: 1, out: '' });
    expect(await sunglow(['list', '--colour'])).toMatchObject({ code: 2, out: '' });
    expect(await sunglow(['frobnicate'])).toMatchObject({ code: 2 });
    expect(await sunglow(['add'])).toMatchObject({ code: 2 });
    expect(await sunglow(['edit', 'x', '--priority', 'high'])).toMatchObject({ code: 1 });
    const { api: other } = await apiUser(server);
    const id = await other.write('POST', '/tasks', { name: 'Private' });
    expect(await sunglow(['done', id])).toMatchObject({
      code: 1,
      problem: 'sunglow: There is nothing here. Check the address, the method and the id.\n',
    });
  });

  test('[A6] names write no control characters to the terminal', async () => {
    const id = await api.write('POST', '/tasks', { name: 'Red \u001B[31m alert', date: null });
    expect(await done(['list', '--all'])).toContain('Red  [31m alert');
    await api.write('DELETE', `/tasks/${id}`);
  });

  test('[A6] export prints the formats of the app', async () => {
    await done(['add', 'Buy milk']);
    const file = JSON.parse(await done(['export'])) as { tasks: object[] };
    expect(file.tasks).toContainEqual(expect.objectContaining({ name: 'Buy milk' }));
    expect(await done(['export', '--format', 'markdown', '--query', 'today'])).toContain('- [ ] Buy milk');
    expect(await done(['export', '--format', 'csv'])).toContain('Buy milk');
    expect(await sunglow(['export', '--query', 'today'])).toMatchObject({ code: 1 });
    expect(await sunglow(['export', '--format', 'docx'])).toMatchObject({ code: 1 });
  });

  test('[A6] watch lists again when a task is added elsewhere, and ends with Ctrl+C', async () => {
    const child = spawn(process.execPath, [MAIN, 'watch', 'search: eggs'], { env: env() });
    let out = '';
    const has = (part: string) =>
      new Promise<void>((resolve) => {
        const check = (piece: Buffer | string) => {
          out += String(piece);
          if (out.includes(part)) resolve();
        };
        child.stdout.on('data', check);
        check('');
      });
    await has('No tasks.');
    await api.write('POST', '/tasks', { name: 'Buy eggs', date: calendarDayAt(Date.now()) });
    await has('Buy eggs');
    const ended = new Promise<number | null>((resolve) => {
      child.once('close', resolve);
    });
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});

describe('help, manual, completions and docs', () => {
  test('[A6] name every command and option', async () => {
    const help = await done([]);
    const page = manual();
    for (const { name, options } of COMMANDS) {
      expect(help).toContain(`  ${name}`);
      expect(await done([name, '--help'])).toContain(`Usage: sunglow ${name}`);
      expect(DOCS).toContain(`sunglow ${name}`);
      for (const shell of ['bash', 'zsh', 'fish']) expect(completion(shell)).toContain(name);
      for (const option of Object.keys(options)) {
        expect(page).toContain(`\\-\\-${option}`);
        expect(DOCS).toContain(`--${option}`);
        expect(completion('bash')).toContain(`--${option}`);
      }
    }
    expect(await sunglow(['completion', 'csh'])).toMatchObject({ code: 2 });
  });

  test('[A6] bash takes its completions', async () => {
    const script = `${completion('bash')}\nCOMP_WORDS=(sunglow list --j); COMP_CWORD=2; _sunglow; echo "\${COMPREPLY[@]}"`;
    const shell = spawn('bash', ['-euc', script]);
    expect([await text(shell.stdout), await text(shell.stderr)]).toEqual(['--json\n', '']);
  });
});
