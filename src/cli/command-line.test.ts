import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiUser, type ApiClient } from '#src/server/api/testing/api-user.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { TestCli } from '#src/cli/testing/test-cli.ts';

let server: TestServer;
let home: string;
let api: ApiClient;
let cli: TestCli;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'sunglow-cli-'));
  server = await startTestServer({ databaseUrl: null, dataDir: join(home, 'data') });
  ({ api } = await apiUser(server));
  cli = new TestCli(home);
  await cli.done(['login', server.url], api.token);
});
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('the command line', () => {
  test('[A6] login keeps a token that the server takes, in a file for its owner alone, and logout forgets it', async () => {
    const file = cli.loginPath;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await cli.run(['login', server.url], 'sgt_wrong')).toMatchObject({ code: 1, out: '' });
    expect(readFileSync(file, 'utf8')).toContain(api.token);
    expect(await cli.run(['login', 'http://tasks.example.com'], api.token)).toMatchObject({ code: 1 });
    expect(await cli.run(['login', 'tasks'], api.token)).toMatchObject({ code: 2 });
    expect(await cli.run(['login', server.url, api.token])).toMatchObject({ code: 2 });
    expect(await cli.done(['logout'])).toContain('Signed out');
    const { code, problem } = await cli.run(['list']);
    expect([code, problem]).toEqual([1, 'sunglow: You are not signed in. Use sunglow login URL.\n']);
    expect(await cli.done(['login', server.url], `${api.token}\n`)).not.toContain(api.token);
  });

  test('[A6] a task is added by a line, listed, changed, completed and found by its name', async () => {
    expect(await cli.done(['add', 'Pay', 'rent', 'p1'])).toMatch(
      /^Added {2}1 {2}\w{3} [\d-]{10} +Pay rent {2}#Inbox p1\n$/,
    );
    expect(await cli.done(['list'])).toMatch(/^1 {2}\w{3} [\d-]{10} +Pay rent {2}#Inbox p1\n$/);
    expect(
      await cli.done(['edit', '1', '--date', '2100-01-02', '--time', '09:30', '--name', 'Pay the rent']),
    ).toContain('Sat 2100-01-02 09:30  Pay the rent');
    expect(await cli.done(['list'])).toBe('No tasks.\n');
    expect(await cli.done(['list', '--all'])).toContain('Pay the rent');
    expect(await cli.done(['done', 'the RENT'])).toBe('Completed “Pay the rent”.\n');
    expect(await cli.done(['list', '--all'])).toBe('No tasks.\n');
    expect(await cli.done(['undo'])).toBe('Reopened “Pay the rent”.\n');
    const [task] = JSON.parse(await cli.done(['list', '--all', '--json'])) as { date: string }[];
    expect(task).toMatchObject({
      name: 'Pay the rent',
      date: '2100-01-02',
      time: '09:30',
      completedAt: null,
    });
    await cli.done(['done', '1']);
  });

  test('[A6] undo removes added tasks, and changes each field back', async () => {
    await cli.done(['add', 'Water every day 8am']);
    const [before] = await api.all('/tasks?query=search%3A%20Water');
    await cli.done(['edit', 'Water', '--date', 'none', '--duration', '15']);
    expect((await api.all('/tasks?query=search%3A%20Water'))[0]).toMatchObject({
      date: null,
      repeat: null,
      duration: 15,
    });
    expect(await cli.done(['undo'])).toBe('Changed “Water” back.\n');
    expect((await api.all('/tasks?query=search%3A%20Water'))[0]).toEqual(before);
    expect(await cli.run(['undo'])).toMatchObject({
      code: 1,
      problem: 'sunglow: There is nothing to undo.\n',
    });
    await cli.done(['done', 'Water']);
    expect((await api.all('/tasks?query=search%3A%20Water'))[0]?.['date']).not.toBe(before?.['date']);
    await cli.done(['undo']);
    expect((await api.all('/tasks?query=search%3A%20Water'))[0]?.['date']).toBe(before?.['date']);
    await cli.done(['edit', 'Water', '--name', 'Water']);
    expect(await cli.run(['undo'])).toMatchObject({ code: 1 });
    await cli.done(['add'], 'One\n\n  Two  \n');
    await cli.done(['undo']);
    expect((await api.all('/tasks')).map(({ name }) => name)).toEqual(['Water']);
    await cli.done(['done', 'Water']);
  });

  test('[A6] undo gives back the sub-tasks of a repeating task, and says when all was changed since', async () => {
    const id = await api.write('POST', '/tasks', { name: 'Trip', date: '2100-01-04', repeat: 'FREQ=WEEKLY' });
    const pack = await api.write('POST', '/tasks', { name: 'Pack', parentId: id, date: '2100-01-03' });
    await cli.done(['done', 'Pack']);
    await cli.done(['done', 'Trip']);
    expect((await api.get(`/tasks/${pack}`)).body).toMatchObject({ date: '2100-01-10', completedAt: null });
    expect(await cli.done(['undo'])).toBe('Reopened “Trip”.\n');
    expect((await api.get(`/tasks/${pack}`)).body).toMatchObject({ date: '2100-01-03' });
    expect((await api.get(`/tasks/${pack}`)).body['completedAt']).toBeTypeOf('number');
    await cli.done(['edit', 'Trip', '--priority', '1']);
    await api.write('PATCH', `/tasks/${id}`, { priority: 2 });
    expect(await cli.run(['undo'])).toMatchObject({
      code: 1,
      problem: 'sunglow: All of it was changed since.\n',
    });
    await api.write('DELETE', `/tasks/${id}`);
  });

  test('[A6] words that fit more than one task name them, and none of them is completed', async () => {
    await cli.done(['add'], 'Call Ann\nCall Bert\n');
    const { code, problem } = await cli.run(['done', 'call']);
    expect([code, problem]).toEqual([
      1,
      'sunglow: “call” may be 2 tasks. Name one by its number:\n  1  Call Ann\n  2  Call Bert\n',
    ]);
    await cli.done(['done', '2', '1']);
    expect(await cli.run(['done', 'call'])).toMatchObject({ code: 1 });
    expect(await cli.run(['done', '7'])).toMatchObject({ code: 1 });
    expect(await cli.run(['done'])).toMatchObject({ code: 2 });
  });

  test('[A6] rejections tell the words of the server, and wrong arguments end with 2', async () => {
    expect(await cli.run(['list', 'today', '&'])).toMatchObject({ code: 1, out: '' });
    expect(await cli.run(['list', '--colour'])).toMatchObject({ code: 2, out: '' });
    expect(await cli.run(['frobnicate'])).toMatchObject({ code: 2 });
    expect(await cli.run(['add'])).toMatchObject({ code: 2 });
    expect(await cli.run(['edit', 'x', '--priority', 'high'])).toMatchObject({ code: 1 });
    const { api: other } = await apiUser(server);
    const id = await other.write('POST', '/tasks', { name: 'Private' });
    expect(await cli.run(['done', id])).toMatchObject({
      code: 1,
      problem: 'sunglow: This task was deleted, or the access token does not reach it. Use sunglow list.\n',
    });
  });

  test('[A6] added tasks are printed with the numbers after those of the last list', async () => {
    await cli.done(['list', 'search: nothing']);
    await cli.done(['add', 'Paint']);
    expect((await cli.done(['add'], 'Buy paint\n\nBuy brushes p1\n')).split('\n')).toEqual([
      expect.stringMatching(/^Added {2}2 {2}.*Buy paint/),
      expect.stringMatching(/^Added {2}3 {2}.*Buy brushes {2}#Inbox p1$/),
      '',
    ]);
    expect(await cli.done(['done', '3', '3'])).toBe('Completed “Buy brushes”.\n');
    expect(await cli.done(['done', '1', '2'])).toBe('Completed “Paint”.\nCompleted “Buy paint”.\n');
  });

  test('[A6] a line that is too long adds none of its lines, and an argument with line breaks is one task', async () => {
    const long = await cli.run(['add'], `Short\n${'x'.repeat(501)}\n`);
    expect([long.code, long.out]).toEqual([2, '']);
    expect(long.problem).toContain('Line 2 has 501 characters, and the most are 500. Nothing was added.');
    expect(await cli.done(['add', 'Call\n  the plumber'])).toContain('Call the plumber');
    await cli.done(['done', 'plumber']);
    expect(await cli.done(['add', '--', '-5 degrees'])).toContain('-5 degrees');
    await cli.done(['done', '--', '-5']);
  });

  test('[A6] the beginning of an id names its task, or all that begin with it', async () => {
    const task = (n: number) => ({
      name: 'task.add',
      args: {
        id: `01a21e48-0000-7000-8000-00000000000${n}`,
        name: `Short ${n}`,
        date: '2100-01-02',
        collectionId: '',
        at: Date.now(),
      },
    });
    const [inbox] = await api.all('/collections');
    const operations = [task(1), task(2)].map((each) => ({
      ...each,
      args: { ...each.args, collectionId: inbox?.id },
    }));
    expect((await api.ask('POST', '/batch', { operations })).status).toBe(200);
    expect(await cli.run(['done', '01A21E48'])).toEqual({
      code: 1,
      out: '',
      problem: 'sunglow: “01A21E48” may be 2 tasks. Name one by its number:\n  1  Short 1\n  2  Short 2\n',
    });
    expect(await cli.done(['done', '01a21e48-0000-7000-8000-000000000002', '1'])).toBe(
      'Completed “Short 2”.\nCompleted “Short 1”.\n',
    );
  });

  test('[A6] names of collections and labels are found without case and accents, and none empties a field', async () => {
    await api.write('POST', '/collections', { name: 'Café', color: '#63B76C' });
    await api.write('POST', '/labels', { name: 'Élan' });
    await cli.done(['add', 'Menu 2100-01-02 9am for 30min p2']);
    expect(await cli.done(['edit', 'MENÜ', '--collection', '#cafe', '--label', '@elan'])).toContain(
      '#Café @Élan',
    );
    await cli.done(['edit', 'menu', '--notes', 'Lunch', '--duration', '1h30', '--deadline', '2100-01-03']);
    const read = async () => (await api.all('/tasks?query=search%3A%20Menu'))[0];
    expect(await read()).toMatchObject({ description: 'Lunch', duration: 90, deadline: '2100-01-03' });
    const fields = ['date', 'time', 'duration', 'deadline', 'priority', 'notes', 'label'];
    await cli.done(['edit', 'menu', ...fields.flatMap((field) => [`--${field}`, 'none'])]);
    expect(await read()).toMatchObject({
      date: null,
      time: null,
      duration: null,
      deadline: null,
      priority: 4,
      description: '',
      labels: [],
    });
    await cli.done(['done', 'menu']);
  });

  test.each([
    [['list', '--foo'], 'Unknown option --foo. sunglow list takes --all, --json and --help.'],
    [['undo', '-x'], 'Unknown option -x. sunglow undo takes --help.'],
    [['add', '-5 degrees'], 'Put -- before text that begins with a dash.'],
    [['edit', '1', '--date'], 'Option --date needs a value: --date DAY.'],
    [['edit', '1', '--date', '--time', '9:00'], 'Option --date needs a value: --date DAY.'],
    [['list', '--json=yes'], 'Option --json takes no value.'],
    [['export', 'csv'], 'sunglow export has no use for “csv”.'],
    [['done'], 'sunglow done needs TASK....'],
    [['--frob'], 'There is no option “--frob”.'],
    [['help', 'frob'], 'There is no command “frob”.'],
    [
      ['edit', 'Known', '--date', 'tomorrow'],
      'Option --date takes a date such as 2026-12-24 or none, and not “tomorrow”.',
    ],
    [
      ['edit', 'Known', '--time', '25:00'],
      'Option --time takes a time such as 09:30 or none, and not “25:00”.',
    ],
    [['edit', 'Known', '--priority', 'high'], 'Option --priority takes 1, 2, 3, 4 or none, and not “high”.'],
    [['edit', 'Known', '--name', ' '], 'A task needs a name.'],
  ])('[A6] wrong arguments are told in words: %j', async (args, words) => {
    if (args.includes('Known')) await cli.done(['add', 'Known']);
    const { code, out, problem } = await cli.run(args);
    expect([code, out]).toEqual([2, '']);
    expect(problem).toMatch(/^sunglow: .* See sunglow help\.\n$/);
    expect(problem).toContain(words);
    if (args.includes('Known')) await cli.done(['undo']);
  });

  test('[A6] no text of a task and no argument gives a command to the terminal', async () => {
    const name = 'Red \u001B[31m\u009B2J alert \u202Eturned\u2066';
    const id = await api.write('POST', '/tasks', { name, date: null, description: '\u001B]52;c;eA==\u0007' });
    // oxlint-disable-next-line no-control-regex -- what a terminal may obey
    const commands = /[\0-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;
    const terminal = { TERM: 'xterm', NO_COLOR: '1' };
    const outputs = [
      await cli.run(['list', '--all'], '', terminal),
      await cli.run(['export', '--format', 'markdown'], '', terminal),
      await cli.run(['edit', id, '--duration', '5'], '', terminal),
      await cli.run(['frob\u001B[31m'], '', terminal),
      await cli.run(['done', id], '', terminal),
      await cli.run(['undo'], '', terminal),
    ].map(({ out, problem }) => out + problem);
    expect(outputs[0]).toContain('Red  [31m 2J alert turned');
    for (const output of outputs) expect(output).not.toMatch(commands);
    const json = await cli.run(['list', '--all', '--json'], '', terminal);
    expect(json.out.replaceAll('\n', '')).not.toMatch(commands);
    expect(JSON.parse(json.out)).toContainEqual(expect.objectContaining({ name }));
    await api.write('DELETE', `/tasks/${id}`);
  });

  test('[A6] colors come at a terminal that takes them, and not with NO_COLOR', async () => {
    await cli.done(['add', 'Colored']);
    const colored = async (terminal: Record<string, string> | null) =>
      (await cli.run(['list', 'search: Colored'], '', terminal)).out.includes('\u001B[');
    expect(await colored({ TERM: 'xterm-256color' })).toBe(true);
    expect(await colored({ TERM: 'xterm-256color', NO_COLOR: '' })).toBe(true);
    expect(await colored({ TERM: 'xterm-256color', NO_COLOR: '1' })).toBe(false);
    expect(await colored({ TERM: 'dumb' })).toBe(false);
    expect(await colored(null)).toBe(false);
    await cli.done(['undo']);
  });

  test('[A6] export prints the formats of the app', async () => {
    await cli.done(['add', 'Buy milk']);
    const file = JSON.parse(await cli.done(['export'])) as { tasks: object[] };
    expect(file.tasks).toContainEqual(expect.objectContaining({ name: 'Buy milk' }));
    expect(await cli.done(['export', '--format', 'markdown', '--query', 'today'])).toContain(
      '- [ ] Buy milk',
    );
    expect(await cli.done(['export', '--format', 'csv'])).toContain('Buy milk');
    expect(await cli.run(['export', '--query', 'today'])).toMatchObject({ code: 1 });
    expect(await cli.run(['export', '--format', 'docx'])).toMatchObject({ code: 1 });
  });

  test('[A6] watch lists again when a task is added elsewhere', async () => {
    const watch = cli.start(['watch', 'search: eggs']);
    await watch.told('No tasks.');
    await api.write('POST', '/tasks', { name: 'Buy eggs', date: calendarDayAt(Date.now()) });
    await watch.told('Buy eggs');
    watch.child.kill('SIGINT');
    expect([await watch.ended, watch.problem]).toEqual([[null, 'SIGINT'], '']);
  });
});
