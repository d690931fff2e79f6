import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { apiUser } from '#src/server/api/testing/api-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

const AGENT_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-03-26',
};

describeEachEngine('requests that wait for their turn', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create(), {
      settings: { LOG_LEVEL: 'info' },
    });
  });
  afterAll(() => server.stop());

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
