import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiUser } from '#src/server/api/testing/api-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('items of proposals, and exports', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  test('[M3] an item sets no field that has its value already, or that an earlier item sets', async () => {
    const { api, client } = await apiUser(server);
    const id = await api.write('POST', '/tasks', { name: 'Sweep', priority: 1 });
    const agent = await client({ name: 'Planner', scope: 'propose' });
    const edit = (changes: object) => ({ name: 'task.edit', args: { id, changes } });
    const { body } = await agent.ask('POST', '/proposals', {
      title: 'Tidy up',
      items: [
        edit({ priority: 1, date: '2027-01-02' }),
        edit({ name: 'Sweep all' }),
        edit({ name: 'Sweep all', duration: 15 }),
      ],
    });
    const told = await agent.get(`/proposals/${body.id}`);
    const items = told.body['items'] as { readonly args: { readonly changes: object } }[];
    expect(items.map(({ args }) => args.changes)).toEqual([
      { date: '2027-01-02' },
      { name: 'Sweep all' },
      { duration: 15 },
    ]);
  });

  test('[A4] a limited token exports nothing, and a wrong query is told', async () => {
    const { api, client } = await apiUser(server);
    await api.write('POST', '/tasks', { name: 'Sweep' });
    const [inbox] = await api.all('/collections');
    const limited = await client({ name: 'Limited', scope: 'read', collections: [inbox?.id] });
    expect((await limited.get('/export')).body.code).toBe('SCOPE_TOO_NARROW');
    expect((await api.get('/export?query=today')).body.code).toBe('INVALID_VALUE');
    expect((await api.get('/export?format=csv&query=today%20%26')).body.code).toBe('WRONG_QUERY');
  });
});
