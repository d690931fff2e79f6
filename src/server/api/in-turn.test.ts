import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addToken, ApiClient, apiUser } from '#src/server/api/testing/api-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import type { AccessToken } from '#src/server/tokens/access-tokens.ts';
import { WaitingInput } from '#src/sync/server/waiting-input.ts';
import { inTurn } from './in-turn.ts';
import { ApiProblem } from './problem.ts';
import { Turns } from './turns.ts';

const AGENT_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-03-26',
};

describeEachEngine('requests that wait for their turn', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create(), {
      settings: { MUTATION_RATE: '20', LOG_LEVEL: 'info' },
    });
  });
  afterAll(() => server.stop());

  /** Calls the tool that adds a task. */
  const addByAgent = (token: string, text: string) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { ...AGENT_HEADERS, authorization: `Bearer ${token}` },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'add', arguments: { items: [{ text }] } },
      }),
    });

  /** Writes until the next write of the user waits for some seconds. */
  async function useUpPace(api: ApiClient): Promise<void> {
    for (let count = 500; ;) {
      const operations = Array.from({ length: count }, (_, n) => ({
        name: 'setting.set',
        args: { id: 'theme', value: n % 2 ? 'dark' : 'light', at: n },
      }));
      const { headers } = await api.ask('POST', '/batch', { operations });
      const [, left, seconds] = /r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
      if (Number(seconds) > 4) return;
      count = Math.min(500, Number(left) + 200);
    }
  }

  test('[A4] a token that is revoked while its requests wait for the pace changes nothing more', async () => {
    const { api, browser } = await apiUser(server);
    const { id, text } = await addToken(browser);
    await useUpPace(api);
    const other = new ApiClient(server.url, text);
    const add = { method: 'POST', body: JSON.stringify({ name: 'Late' }) };
    const waiting = [
      other.fetch('/tasks', add),
      other.fetch('/tasks', add),
      addByAgent(text, 'Late'),
      addByAgent(text, 'Late'),
    ];
    await pause(500);
    await browser.fetch(`/api/tokens/${id}`, { method: 'DELETE' });

    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await api.all('/tasks')).toEqual([]);
  });

  test('[A4] a token that is revoked while its tool waits for the pace proposes nothing more', async () => {
    const { api, browser } = await apiUser(server);
    const { id, text } = await addToken(browser, { scope: 'propose' });
    await useUpPace(api);
    const waiting = addByAgent(text, 'Late');
    await pause(500);
    await browser.fetch(`/api/tokens/${id}`, { method: 'DELETE' });
    expect((await waiting).status).toBe(401);
    expect((await api.get('/proposals')).body.items).toEqual([]);
  });

  /** Sends the head of a request and a part of its body. */
  async function stalled(path: string, token: string, length: number, part: string): Promise<Socket> {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`];
    for (const [name, value] of Object.entries(AGENT_HEADERS)) head.push(`${name}: ${value}`);
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n${part}`);
    return socket;
  }

  test.for(['/api/v1/proposals', '/mcp'])(
    '[A7] a stalled upload to %s holds up no other program of the user, and is no error of the server',
    async (path) => {
      const { api, client } = await apiUser(server);
      const slow = await stalled(path, (await client({ scope: 'propose' })).token, 100, '{"a');
      await pause(300);

      expect((await api.fetch('/labels', { signal: AbortSignal.timeout(10_000) })).status).toBe(200);

      slow.destroy();
      const aborted = () => server.logged().filter((line) => line.includes(path) && line.includes('aborted'));
      await expect.poll(aborted).not.toEqual([]);
      expect(server.logged().filter((line) => line.includes('"level":50'))).toEqual([]);
    },
  );

  test('[A7] the bodies of a user that wait have a limit of bytes, and no other user waits for them', async () => {
    const [ada, bea] = [await apiUser(server), await apiUser(server)];
    const length = 1_000_000;
    const part = ' '.repeat(length - 1);
    const answers: string[] = [];
    const sockets: Socket[] = [];
    for (let n = 0; n < 40; n++) {
      const socket = await stalled('/api/v1/tasks', ada.api.token, length, part);
      socket.on('data', (data) => answers.push(String(data)));
      sockets.push(socket);
    }
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answers.length).toBeLessThan(10);
    await bea.api.write('POST', '/tasks', { name: 'Of another user' });

    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await ada.api.ask('POST', '/tasks', { name: 'A' })).status).toBe(201);
  });
});

test('[A4] an answer that was made while the token was revoked is not told, and a stream ends', async () => {
  const token = { hash: 'h', userId: 'u' } as AccessToken;
  let isAlive = true;
  const alive = async () => new Set(isAlive ? ['h'] : []);
  const options = { tokens: { alive }, turns: new Turns(), bodies: new WaitingInput() };
  let isOpen = true;
  const stream = new ReadableStream({ cancel: () => void (isOpen = false) });
  const answers: readonly (() => Response)[] = [
    () => new Response(stream),
    () => {
      throw new ApiProblem('CHANGED_SINCE');
    },
  ];
  for (const answer of answers) {
    isAlive = true;
    const app = new Hono().get('/', (c) =>
      inTurn(c, token, options, async () => {
        isAlive = false;
        return answer();
      }),
    );
    app.onError((error, c) => c.text(error instanceof ApiProblem ? error.code : String(error)));
    expect(await (await app.request('/')).text()).toBe('UNAUTHORIZED');
  }
  expect(isOpen).toBe(false);
});
