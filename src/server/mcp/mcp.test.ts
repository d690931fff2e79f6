import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TokenCall } from '#src/server/api/endpoint.ts';
import { apiUser, type ApiClient } from '#src/server/api/testing/api-user.ts';
import { INTERNAL } from '#src/server/http/error-body.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { handlerFor } from './serve.ts';
import { NOTICE } from './told-tasks.ts';
import { TOOLS } from './tools.ts';

const ABOUT = { name: 'test', version: '1' };

/** The part of any client that the tests use. */
interface AnyClient {
  listTools(): Promise<{ tools: readonly { name: string; title?: string | undefined; annotations?: object | undefined; inputSchema: object; outputSchema?: object | undefined }[] }>; // prettier-ignore
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  listResources(): Promise<{ resources: readonly { uri: string; name: string }[] }>;
  readResource(of: { uri: string }): Promise<{ contents: readonly object[] }>;
  close(): Promise<void>;
}

/** The clients that agents are built with, by revision. */
const CLIENTS: Readonly<Record<string, (url: URL, token: string) => Promise<AnyClient>>> = {
  'client 2.4.0, automatic': (url, token) => connect(url, token, { versionNegotiation: { mode: 'auto' } }),
  'client 2.4.0, pinned': (url, token) =>
    connect(url, token, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  'client 2.4.0, default': (url, token) => connect(url, token, {}),
  'sdk 1.32.2': async (url, token) => {
    const client = new EarlierClient(ABOUT);
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new EarlierTransport(url, { requestInit }));
    return client;
  },
};

async function connect(
  url: URL,
  token: string,
  options: ConstructorParameters<typeof Client>[1],
): Promise<AnyClient> {
  const client = new Client(ABOUT, options);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

describeEachEngine('agents', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  const opened: AnyClient[] = [];
  afterAll(() => Promise.all(opened.map((client) => client.close())));

  async function agentOf({ token }: ApiClient, by = 'client 2.4.0, automatic') {
    const client = await CLIENTS[by]?.(new URL('/mcp', server.url), token);
    if (!client) throw new Error(`No client ${by}.`);
    opened.push(client);
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: args })) as {
        readonly isError?: boolean;
        readonly content: readonly { readonly text: string }[];
        // oxlint-disable-next-line typescript/no-explicit-any -- Each tool has its own output.
        readonly structuredContent?: any;
      };
    return { client, call };
  }

  const TASK = { name: 'Sweep' };

  test.for(Object.keys(CLIENTS))('[M1] %s has the same tools, and finds and adds tasks', async (by) => {
    const { api } = await apiUser(server);
    const { client, call } = await agentOf(api, by);

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    for (const tool of tools) {
      expect(tool).toMatchObject({ title: expect.any(String), annotations: { openWorldHint: false } });
      expect(tool.inputSchema).toMatchObject({ type: 'object' });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
    }

    const added = await call('add', {
      items: [{ text: 'Print the slides p1' }, { name: 'Sweep', date: null }],
    });
    expect(added.structuredContent).toMatchObject({ outcome: 'done', proposalId: null });
    const found = await call('find', { query: 'p1' });
    expect(found.structuredContent).toMatchObject({
      notice: NOTICE,
      tasks: [{ id: added.structuredContent.ids[0], name: 'Print the slides', priority: 1 }],
      next: null,
    });
    expect(JSON.parse(found.content[0]?.text ?? '')).toEqual(found.structuredContent);
  });

  test('[M2] with the scope to propose, tools leave proposals, and the agent reads the decisions', async () => {
    const { api, client } = await apiUser(server);
    const id = await api.write('POST', '/tasks', TASK);
    const { call } = await agentOf(await client({ name: 'Planner', scope: 'propose' }));

    const answers = [
      await call('add', { items: [{ text: 'Dust' }], title: 'More to clean', reason: 'It is dusty.' }),
      await call('change', { items: [{ id, was: { name: 'Sweep' }, set: { name: 'Sweep all' } }] }),
      await call('complete', { items: [{ id, was: { name: 'Sweep' } }] }),
    ];
    for (const { structuredContent } of answers)
      expect(structuredContent).toMatchObject({ outcome: 'proposed', proposalId: expect.any(String) });
    expect((await api.all('/tasks')).map(({ name }) => name)).toEqual(['Sweep']);

    const { structuredContent } = await call('proposals');
    expect(structuredContent.proposals).toMatchObject([
      { title: 'More to clean', reason: 'It is dusty.', source: 'Planner', items: [{ state: 'open' }] },
      { title: 'Change a task', items: [{ changes: [{ after: { name: 'Sweep all' } }] }] },
      { title: 'Complete a task' },
    ]);
    const [proposal] = structuredContent.proposals;
    const args = { id: proposal.id, decline: proposal.items[0].id, at: Date.now() };
    await api.ask('POST', '/batch', { operations: [{ name: 'proposal.decide', args }] });
    const later = await call('proposals');
    expect(later.structuredContent.proposals[0]).toMatchObject({
      state: 'decided',
      items: [{ state: 'declined' }],
    });
  });

  test('[M2] the same call again proposes nothing more, and answers the same', async () => {
    const { api, client } = await apiUser(server);
    const id = await api.write('POST', '/tasks', { ...TASK, date: '2026-01-05', repeat: 'FREQ=DAILY' });
    const agent = await client({ name: 'Planner', scope: 'propose' });
    const { call } = await agentOf(agent);
    const calls = [
      ['add', { items: [{ text: 'Dust' }, { text: 'Mop' }] }],
      ['change', { items: [{ id, was: { name: 'Sweep' }, set: { name: 'Sweep all' } }] }],
      ['complete', { items: [{ id, was: { name: 'Sweep' } }] }],
    ] as const;
    for (const [tool, args] of calls) {
      const first = await call(tool, args);
      const again = await call(tool, args);
      expect([tool, again.structuredContent]).toEqual([tool, first.structuredContent]);
    }
    expect((await agent.get('/proposals')).body.items).toHaveLength(calls.length);
  });

  test('[M3] a change names what it believes, and all of a call is rejected where that is no longer so', async () => {
    const { api, client } = await apiUser(server);
    const ids = [await api.write('POST', '/tasks', TASK), await api.write('POST', '/tasks', TASK)];
    const [first, second] = ids;
    for (const scope of ['write', 'propose']) {
      const { call } = await agentOf(await client({ scope }));
      const set = { name: 'Dust', priority: 1 };
      const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
        ['change', { items: [{ id: first, was: { name: 'Sweep' }, set }] }, 'INVALID_VALUE'],
        [
          'change',
          {
            items: [
              { id: first, was: { name: 'Sweep', priority: 4 }, set },
              { id: second, was: { name: 'Mop', priority: 4 }, set },
            ],
          },
          'CHANGED_SINCE',
        ],
        ['complete', { items: [{ id: first, was: { name: 'Mop' } }] }, 'CHANGED_SINCE'],
        ['complete', { items: [{ id: '01a21e48-0000-7000-8000-000000000009', was: TASK }] }, 'NOT_FOUND'],
      ];
      for (const [tool, args, code] of cases) {
        const answer = await call(tool, args);
        expect([tool, answer.isError, answer.content[0]?.text.split(':', 1)[0]]).toEqual([tool, true, code]);
      }
    }
    expect(new Set((await api.all('/tasks')).map(({ name }) => name))).toEqual(new Set(['Sweep']));
    expect((await api.get('/proposals')).body.items).toEqual([]);
  });

  test('[M2] [A2] tools that write do so once for each key, and a repeating task is completed for this time', async () => {
    const { api } = await apiUser(server);
    const { call } = await agentOf(api);
    const add = { items: [{ text: 'Water every day' }], key: 'water' };
    const [one, again] = [await call('add', add), await call('add', add)];
    expect(again.structuredContent).toEqual(one.structuredContent);
    const [id] = one.structuredContent.ids;
    const before = await api.get(`/tasks/${id}`);
    await call('complete', { items: [{ id, was: { name: 'Water' } }] });
    const after = await api.get(`/tasks/${id}`);
    expect(after.body['completedAt']).toBeNull();
    expect(String(after.body['date']) > String(before.body['date'])).toBe(true);
    const { structuredContent } = await call('history', { taskId: id });
    expect(structuredContent.entries.map((entry: { operation: string }) => entry.operation)).toEqual([
      'task.advance',
      'task.add',
    ]);
  });

  test('[A2] a tool that changes nothing uses its key', async () => {
    const { api } = await apiUser(server);
    const id = await api.write('POST', '/tasks', TASK);
    const { call } = await agentOf(api);
    const change = (name: string) =>
      call('change', { items: [{ id, was: { name: 'Sweep', labels: [] }, set: { labels: [] } }], key: name });
    const first = await change('labels');
    expect(first.structuredContent).toMatchObject({ outcome: 'done', ids: [id] });
    const label = await api.write('POST', '/labels', { name: 'waiting' });
    await api.write('PATCH', `/tasks/${id}`, { labels: [label] });
    expect((await change('labels')).structuredContent).toEqual(first.structuredContent);
    expect((await api.get(`/tasks/${id}`)).body).toMatchObject({ labels: [label] });
  });

  test('[M1] [V7] a day is told by the rules of the calendar, in the time zone of the user', async () => {
    const { api } = await apiUser(server);
    const zone = { name: 'setting.set', args: { id: 'zone', value: 'America/New_York', at: Date.now() } };
    await api.ask('POST', '/batch', { operations: [zone] });
    const date = '2028-03-01';
    const due = async (name: string, more: object) => api.write('POST', '/tasks', { name, date, ...more });
    const early = await due('Meet', { time: '09:00', duration: 60 });
    const usual = await due('Call', { time: '11:30' });
    const whole = await due('Write', { duration: 45 });
    const night = await due('Watch', { date: '2028-02-29', time: '23:30', duration: 60 });
    const tokyo = await due('Dial in', {
      date: '2028-03-02',
      time: '09:00',
      zone: 'Asia/Tokyo',
      duration: 15,
    });
    await due('Elsewhere', { time: '01:00', zone: 'Asia/Tokyo', duration: 15 });
    await due('Over', { date: '2028-02-29', time: '23:00', duration: 60 });
    const { call } = await agentOf(api);
    const { structuredContent } = await call('plan_day', { date, from: '00:00', to: '24:00' });
    expect(structuredContent).toMatchObject({
      date,
      plannedMinutes: 60 + 30 + 45 + 30 + 15,
      withoutDuration: 1,
      busy: [
        { from: '00:00', to: '00:30', id: night },
        { from: '09:00', to: '10:00', id: early },
        { from: '11:30', to: '12:00', id: usual },
        { from: '19:00', to: '19:15', id: tokyo },
      ],
      free: [
        { from: '00:30', to: '09:00' },
        { from: '10:00', to: '11:30' },
        { from: '12:00', to: '19:00' },
        { from: '19:15', to: '24:00' },
      ],
      isCut: false,
    });
    const told = structuredContent.tasks.map(({ id }: { readonly id: string }) => id);
    expect(new Set(told)).toEqual(new Set([early, usual, whole, night, tokyo]));
    const wrong = await call('plan_day', { date, from: '12:00', to: '09:00' });
    expect([wrong.isError, wrong.content[0]?.text]).toEqual([true, expect.stringContaining('"field":"to"')]);
  });

  test('[M1] overdue tasks are told with today', async () => {
    const { api } = await apiUser(server);
    const late = await api.write('POST', '/tasks', { name: 'Late', date: '2020-01-01' });
    const { call } = await agentOf(api);
    expect((await call('plan_day')).structuredContent).toMatchObject({
      overdue: [late],
      tasks: [{ id: late }],
    });
  });

  test('[M1] filters are resources, for tokens of all collections', async () => {
    const { api, client } = await apiUser(server);
    const id = await api.write('POST', '/filters', { name: 'Urgent', query: 'p1' });
    await api.write('POST', '/tasks', { name: 'Sweep', priority: 1 });
    await api.write('POST', '/tasks', { name: 'Mop' });
    const { client: agent } = await agentOf(api);
    const uri = `sunglow://filters/${id}`;
    expect((await agent.listResources()).resources).toMatchObject([{ uri, name: 'Urgent' }]);
    const { contents } = await agent.readResource({ uri });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
      notice: NOTICE,
      tasks: [{ name: 'Sweep' }],
    });
    await expect(agent.readResource({ uri: `${uri}x` })).rejects.toThrow(Error);
    const [home] = await api.all('/collections');
    const { client: narrow } = await agentOf(await client({ scope: 'read', collections: [home?.id] }));
    expect((await narrow.listResources()).resources).toEqual([]);
  });

  test('[A4] [A7] a token opens /mcp as far as it opens the API, and no cookie does', async () => {
    const { api, browser, client } = await apiUser(server);
    const other = await apiUser(server);
    const foreign = await other.api.write('POST', '/tasks', TASK);
    const own = await api.write('POST', '/tasks', TASK);
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const ask = (more: Record<string, string>, body = list) =>
      fetch(`${server.url}/mcp`, { method: 'POST', headers: { ...headers, ...more }, body });
    const bearer = { authorization: `Bearer ${api.token}` };
    for (const more of [{}, { cookie: browser.cookie }, { authorization: 'Bearer sgt_x' }])
      expect((await ask(more)).status).toBe(401);
    expect((await ask(bearer)).status).toBe(200);
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '{"jsonrpc":"2.0"}',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ]) {
      const { status } = await ask(bearer, body);
      expect([body.slice(0, 20), status >= 400 && status < 500]).toEqual([body.slice(0, 20), true]);
    }
    expect((await ask(bearer, JSON.stringify({ x: 'x'.repeat(1_100_000) }))).status).toBe(413);
    expect((await fetch(`${server.url}/mcp`, { headers: bearer })).status).toBe(405);

    const reader = await agentOf(await client({ scope: 'read' }));
    const items = [{ id: own, was: TASK }];
    expect((await reader.call('complete', { items })).content[0]?.text).toMatch(/^SCOPE_TOO_NARROW/);
    expect((await reader.call('add', { items: [{ text: 'x' }] })).isError).toBe(true);
    const writer = await agentOf(api);
    expect((await writer.call('complete', { items: [{ id: foreign, was: TASK }] })).content[0]?.text).toMatch(
      /^NOT_FOUND/,
    );
    const [home] = await api.all('/collections');
    const limited = await agentOf(await client({ scope: 'write', collections: [home?.id] }));
    expect((await limited.call('history')).content[0]?.text).toMatch(/^SCOPE_TOO_NARROW/);
    expect((await writer.call('history', { taskId: own })).isError).not.toBe(true);
  });

  test('[M1] a request is one message, and is answered when its tool has finished', async () => {
    const { api } = await apiUser(server);
    const ask = (body: string) =>
      fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${api.token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-03-26',
        },
        body,
      });
    const message = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'add', arguments: { items: [{ text: `Sweep ${id}` }] } },
    });
    const list = JSON.stringify([message(1), message(2)]);
    for (const body of [list, ` \n${list}`, `\uFEFF${list}`, `\uFEFF ${JSON.stringify([message(1)])}`]) {
      const answer = await ask(body);
      expect([body, answer.status, await answer.json()]).toMatchObject([body, 400, { code: 'BAD_JSON' }]);
    }
    expect(await api.all('/tasks')).toEqual([]);

    const answer = await ask(JSON.stringify(message(3)));
    expect(answer.status).toBe(200);
    // Only a body that is there as a whole has a known length.
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await answer.text()).toContain('outcome');
    expect((await api.all('/tasks')).map(({ name }) => name)).toEqual(['Sweep 3']);
  });

  test('[A4] a token of some collections reads no history, since a task may have been elsewhere before', async () => {
    const { api, client } = await apiUser(server);
    const add = (name: string) => api.write('POST', '/collections', { name, color: '#FFCC33' });
    const [hidden, shared] = [await add('Private'), await add('Shared')];
    const secret = { name: 'Call the clinic', description: 'About the results.', collectionId: hidden };
    const id = await api.write('POST', '/tasks', secret);
    await api.write('PATCH', `/tasks/${id}`, { name: 'Call', description: '', collectionId: shared });
    const { call } = await agentOf(await client({ scope: 'read', collections: [shared] }));
    expect((await call('find', { query: 'search: Call' })).structuredContent.tasks).toMatchObject([{ id }]);
    const answer = await call('history', { taskId: id });
    expect([answer.isError, answer.content[0]?.text.split(':', 1)[0]]).toEqual([true, 'SCOPE_TOO_NARROW']);
    for (const text of ['clinic', 'results', hidden]) expect(JSON.stringify(answer)).not.toContain(text);
  });
});

test('[M1] a failure of the server is logged, and no client reads more than that there was one', async () => {
  const failure = new Error('relation "filter" has no column "secret"');
  const database = { snapshot: () => Promise.reject(failure) };
  const call = { database, reach: { isAll: true } } as unknown as TokenCall;
  const failures: unknown[] = [];
  const onFailure = async (error: unknown) => {
    failures.push(error);
    return INTERNAL;
  };
  const { fetch: ask } = handlerFor(call, onFailure, (error) => failures.push(error));
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const asked = [
    { method: 'resources/list' },
    { method: 'resources/read', params: { uri: 'sunglow://filters/x' } },
    { method: 'tools/call', params: { name: 'proposals', arguments: {} } },
  ];
  for (const message of asked) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
    const answer = await ask(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }));
    const text = await answer.text();
    expect(text).toContain('INTERNAL: The server had an error.');
    expect(text).not.toContain('secret');
  }
  expect(failures).toEqual([failure, failure, failure]);
});
