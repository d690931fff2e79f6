import { expect, onTestFinished, test } from 'vitest';
import { addToken, ApiClient, apiUser } from '#src/server/api/testing/api-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine(
  'the API of several servers',
  (engine) => {
    async function twoServers() {
      const where = await engine.create();
      const servers = [await startTestServer(where), await startTestServer(where)] as const;
      onTestFinished(async () => {
        for (const server of servers) await server.stop();
      });
      return servers;
    }

    test('[A2] a write with a key is done once, whichever servers get it at the same time', async () => {
      const [one, other] = await twoServers();
      const { api } = await apiUser(one);
      const clients = [api, new ApiClient(other.url, api.token)];
      for (let round = 0; round < 10; round += 1) {
        const key = { 'idempotency-key': `round-${round}` };
        const answers = await Promise.all(
          [...clients, ...clients, ...clients].map((client) =>
            client.ask('POST', '/quick-add', { text: `Task ${round} p1` }, key),
          ),
        );
        expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
        const reused = await clients[1]?.ask('POST', '/quick-add', { text: 'Another' }, key);
        expect(reused).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } });
      }
      expect(await api.all('/tasks')).toHaveLength(10);
      // The one Inbox of the first task.
      expect(await api.all('/collections')).toHaveLength(1);
    });

    test('[A3] [A4] changes reach the streams of every server, and a revoked token stops on each', async () => {
      const [one, other] = await twoServers();
      const { api, browser } = await apiUser(one);
      const { id, text } = await addToken(browser, { name: 'Watch', scope: 'read' });
      const watcher = new ApiClient(other.url, text);
      const reader = ((await watcher.fetch('/events')).body as ReadableStream<Uint8Array>).getReader();
      const decoder = new TextDecoder();
      const taskId = await api.write('POST', '/tasks', { name: 'Sweep' });
      let seen = '';
      while (!seen.includes(taskId)) seen += decoder.decode((await reader.read()).value, { stream: true });

      await browser.fetch(`/api/tokens/${id}`, { method: 'DELETE' });
      expect((await watcher.get('/tasks')).status).toBe(401);
      let isOpen = true;
      while (isOpen) isOpen = !(await reader.read()).done;
    });
  },
  ['postgres'],
);
