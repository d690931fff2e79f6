import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { apiUser } from '#src/server/api/testing/api-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { TokenCall } from './endpoint.ts';
import { rehearse } from './rehearse.ts';

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

  test('[M2] no item is dropped: of operations with one id, each is proposed or the proposal is rejected', async () => {
    const { api, client } = await apiUser(server);
    const collectionId = await api.write('POST', '/collections', { name: 'Home' });
    const agent = await client({ name: 'Planner', scope: 'propose' });
    const propose = (...items: readonly object[]) =>
      agent.ask('POST', '/proposals', { title: 'Tidy up', items });
    const namesOf = async (id: string | undefined) =>
      ((await agent.get(`/proposals/${id}`)).body.items ?? []).map(({ name }) => name);
    const id = newId();
    const task = (name: string) => ({ name: 'task.add', args: { id, name, description: '', date: null, collectionId } }); // prettier-ignore

    const two = await propose(task('Sweep'), {
      name: 'label.add',
      args: { id, name: 'wet', color: '#FFCC33' },
    });
    expect(await namesOf(two.body.id)).toEqual(['task.add', 'label.add']);

    const wording = { id: newId(), wording: 'mar', language: 'en' };
    const kept = { name: 'dismissal.add', args: wording };
    const again = await propose(kept, { name: 'dismissal.remove', args: { id: wording.id } }, kept);
    expect(await namesOf(again.body.id)).toEqual(['dismissal.add', 'dismissal.remove', 'dismissal.add']);

    const same = await propose(task('Sweep'), task('Mop'));
    expect([same.status, same.body.code, same.body['operation']]).toEqual([400, 'INVALID_VALUE', 1]);
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

test('[M2] a rehearsal that nothing ends is told, since its changes may have been made', async () => {
  const hub = { change: async () => ({}) };
  const database = { snapshot: async () => new Map() };
  const call = { hub, database, token: { userId: newId(), name: 'Planner' } } as unknown as TokenCall;
  const mutation = { id: newId(), name: 'task.delete', args: { id: newId(), at: 1 } } as const;
  await expect(rehearse(call, [mutation satisfies Mutation])).rejects.toThrow('was not ended');
});
