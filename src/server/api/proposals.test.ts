import { afterAll, beforeAll, expect, test } from 'vitest';
import { idSetOf } from '#src/domain/id-set.ts';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { apiUser, type ApiBody, type ApiClient } from '#src/server/api/testing/api-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import type { Operation } from '#src/tables/operations.ts';

describeEachEngine('proposals over the API', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  /** A user with a task, and a client that proposes. */
  async function withTask() {
    const user = await apiUser(server);
    const taskId = await user.api.write('POST', '/tasks', { name: 'Sweep', priority: 3 });
    return { ...user, taskId, agent: await user.client({ name: 'Planner', scope: 'propose' }) };
  }

  const edit = (id: string, changes: object, more: object = {}) => ({
    name: 'task.edit',
    args: { id, changes },
    ...more,
  });
  const propose = (agent: ApiClient, ...items: readonly object[]) =>
    agent.ask('POST', '/proposals', { title: 'Tidy up', reason: 'It is late.', items });
  const itemsIn = ({ body }: { readonly body: ApiBody }) =>
    body['items'] as unknown as readonly { id: string; state: string; changes: readonly object[] }[];

  test('[M2] a token to propose changes nothing: the items wait with their values before and after', async () => {
    const { api, agent, taskId } = await withTask();
    const before = await api.get(`/tasks/${taskId}`);

    const proposed = await propose(agent, edit(taskId, { name: 'Sweep all' }), { text: 'Print slides p1' });

    expect(proposed.status).toBe(201);
    expect((await api.get(`/tasks/${taskId}`)).body).toEqual(before.body);
    expect(await api.all('/tasks')).toHaveLength(1);
    const told = await agent.get(`/proposals/${proposed.body.id}`);
    expect(told.body).toMatchObject({ title: 'Tidy up', source: 'Planner', state: 'open' });
    expect(itemsIn(told)).toMatchObject([
      {
        state: 'open',
        changes: [{ table: 'task', id: taskId, before: { name: 'Sweep' }, after: { name: 'Sweep all' } }],
      },
      {
        state: 'open',
        changes: [{ table: 'task', before: null, after: { name: 'Print slides', priority: 1 } }],
      },
    ]);
    expect((await agent.get('/proposals')).body.items).toEqual([told.body]);
  });

  test('[M2] [A2] an item is accepted once by its id, and its program reads the decisions', async () => {
    const { api, agent, browser, taskId } = await withTask();
    const { body } = await propose(agent, edit(taskId, { name: 'Sweep all' }), edit(taskId, { priority: 1 }));
    const [first, second] = itemsIn(await agent.get(`/proposals/${body.id}`));
    const decision = { id: body.id, accept: first?.id, decline: second?.id, at: Date.now() };
    expect(
      (
        await api.ask('POST', '/batch', {
          operations: [{ name: 'proposal.decide', args: decision }],
        })
      ).status,
    ).toBe(200);
    const told = await agent.get(`/proposals/${body.id}`);
    expect(told.body['state']).toBe('decided');
    expect(itemsIn(told).map(({ state }) => state)).toEqual(['accepted', 'declined']);
    const history = (await (await browser.fetch('/api/history')).json()) as {
      entries: { operation: string; source: string }[];
    };
    expect(history.entries.map(({ operation, source }) => `${source}: ${operation}`)).toContain(
      'Planner: proposal.add',
    );
  });

  test('[M3] the values of a row are compared as the API tells them', async () => {
    const { api, agent, taskId } = await withTask();
    const collectionId = await api.write('POST', '/collections', { name: 'Trips' });
    const [a, b] = [
      await api.write('POST', '/labels', { name: 'a' }),
      await api.write('POST', '/labels', { name: 'b' }),
    ];
    await api.write('PATCH', `/tasks/${taskId}`, { collectionId, labels: [a, b] });
    const below = await api.write('POST', '/tasks', { name: 'Below', parentId: taskId });
    for (const id of [taskId, below]) {
      const { body } = await api.get(`/tasks/${id}`);
      expect((await propose(agent, edit(id, { priority: 1 }, { was: body }))).status).toBe(201);
    }
    const was = (labels: readonly string[]) => edit(taskId, { priority: 1 }, { was: { labels } });
    expect((await propose(agent, was([b, a]))).status).toBe(201);
    expect((await propose(agent, was([a]))).body.code).toBe('CHANGED_SINCE');
  });

  test('[M3] what cannot be done now is not proposed, and leaves nothing', async () => {
    const { api, agent, taskId, client } = await withTask();
    const other = await apiUser(server);
    const foreign = await other.api.write('POST', '/tasks', { name: 'Secret' });
    const [home] = await api.all('/collections');
    const limited = await client({ scope: 'propose', collections: [newId()] });
    const cases: readonly (readonly [object, number, string, ApiClient?])[] = [
      [edit(newId(), { name: 'x' }), 409, 'GONE'],
      [edit(foreign, { name: 'x' }), 409, 'GONE'],
      [edit(taskId, { name: 'x' }, { was: { name: 'Other' } }), 409, 'CHANGED_SINCE'],
      [edit(taskId, { name: 'x' }, { was: { nobody: 'x' } }), 400, 'INVALID_VALUE'],
      [edit(newId(), { name: 'x' }, { was: { name: 'Sweep' } }), 409, 'CHANGED_SINCE'],
      [edit(taskId, { name: 'Sweep' }), 400, 'INVALID_VALUE'],
      [edit(taskId, { name: 7 }), 400, 'INVALID_VALUE'],
      [edit(taskId, JSON.parse('{"__proto__":{"name":"x"}}') as object), 400, 'INVALID_VALUE'],
      [{ name: 'task.purge', args: { id: taskId } }, 400, 'INVALID_VALUE'],
      [{ name: 'proposal.decide', args: { id: taskId } }, 400, 'INVALID_VALUE'],
      [{ name: 'collection.add', args: { id: newId(), name: home?.['name'], color: '#FFCC33' } }, 409, 'DUPLICATE_COLLECTION'], // prettier-ignore
      [{ text: '' }, 400, 'INVALID_VALUE'],
      [edit(taskId, { name: 'x' }), 404, 'NOT_FOUND', limited],
      [
        { name: 'label.add', args: { id: newId(), name: 'x', color: '#FFCC33' } },
        403,
        'SCOPE_TOO_NARROW',
        limited,
      ],
    ];
    for (const [item, status, code, by = agent] of cases) {
      const fine = by === agent ? [edit(taskId, { priority: 1 })] : [];
      const answer = await propose(by, ...fine, item);
      expect([item, answer.status, answer.body.code]).toEqual([item, status, code]);
    }
    const long = Array.from({ length: 100 }, () => edit(taskId, { description: 'x'.repeat(1_000) }));
    expect((await propose(agent, ...long)).body.code).toBe('INVALID_VALUE');
    const many = Array.from({ length: 10_000 }, () => ({ text: 'Sweep' }));
    expect((await propose(agent, ...many)).body.code).toBe('INVALID_VALUE');
    for (const expiresAt of [Date.now() - 1, Date.now() + 31 * 86_400_000]) {
      const more = { title: 'x', items: [edit(taskId, { priority: 1 })], expiresAt };
      expect((await agent.ask('POST', '/proposals', more)).body.code).toBe('INVALID_VALUE');
    }
    expect((await agent.get('/proposals')).body.items).toEqual([]);
    expect((await api.get(`/tasks/${taskId}`)).body).toMatchObject({ name: 'Sweep', priority: 3 });
  });

  test('[A4] guessed values tell a token of some collections nothing about rows that it does not reach', async () => {
    const { api, client } = await apiUser(server);
    const add = (name: string) => api.write('POST', '/collections', { name, color: '#FFCC33' });
    const [hidden, shared] = [await add('Private'), await add('Shared')];
    const collectionId = hidden;
    const taskId = await api.write('POST', '/tasks', { name: 'Secret', collectionId });
    const labelId = await api.write('POST', '/labels', { name: 'Secret', color: '#FFCC33' });
    const limited = await client({ scope: 'propose', collections: [shared] });
    const task = { id: taskId, name: 'x', description: '', date: null, collectionId: shared };
    const operations: readonly (readonly [object, number])[] = [
      [edit(taskId, { name: 'x' }), 404],
      [{ name: 'label.edit', args: { id: labelId, changes: { name: 'x' } } }, 403],
      [{ name: 'collection.edit', args: { id: hidden, changes: { name: 'x' } } }, 404],
      [{ name: 'task.add', args: task }, 404],
    ];
    for (const [operation, status] of operations) {
      const answers = [];
      for (const name of ['Secret', 'Private', 'Wrong'])
        answers.push(await propose(limited, { ...operation, was: { name } }));
      const told = answers.map(({ status, body }) => ({ status, body }));
      expect([operation, told[0]?.status]).toEqual([operation, status]);
      expect(told).toEqual([told[0], told[0], told[0]]);
    }
  });

  test('[A4] a name that a collection outside of its reach has can be proposed', async () => {
    const { api, client } = await apiUser(server);
    const add = (name: string) => api.write('POST', '/collections', { name });
    const [, first, second] = [await add('Secret'), await add('Shared'), await add('Also shared')];
    const limited = await client({ scope: 'propose', collections: [first, second] });
    const rename = (id: string, name: string) => ({
      name: 'collection.edit',
      args: { id, changes: { name } },
    });
    for (const name of ['Secret', 'Wrong']) {
      const answer = await propose(limited, rename(first, name), rename(first, `${name} again`));
      expect([name, answer.status]).toEqual([name, 201]);
      const { body } = await limited.get(`/proposals/${answer.body.id}`);
      expect(body.items).toMatchObject([
        {
          args: { id: first, changes: { name } },
          changes: [{ before: { name: 'Shared' }, after: { name } }],
        },
        { changes: [{ before: { name }, after: { name: `${name} again` } }] },
      ]);
    }
    for (const name of ['Secret', 'Wrong', 'Also shared'])
      expect((await propose(limited, rename(first, name), rename(second, name))).body.code).toBe(
        'DUPLICATE_COLLECTION',
      );
    // Without a limit, the answer tells nothing that the token does not read.
    const whole = await client({ scope: 'propose' });
    expect((await propose(whole, rename(first, 'Secret'))).body.code).toBe('DUPLICATE_COLLECTION');
    expect((await api.all('/collections')).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Secret', 'Shared', 'Also shared']),
    );
  });

  test('[M3] an id that is none is a wrong value, also beside values that the row should have', async () => {
    const { agent, client } = await withTask();
    const limited = await client({ scope: 'propose', collections: [newId()] });
    for (const by of [agent, limited])
      for (const id of ['\u0000', 'x', 7, null]) {
        const item = { name: 'task.edit', args: { id, changes: { name: 'x' } }, was: { name: 'Sweep' } };
        const { status, body } = await propose(by, item);
        expect([id, status, body.code]).toEqual([id, 400, 'INVALID_VALUE']);
      }
  });

  test('[M2] lines of a new account share the Inbox that they need', async () => {
    const { client } = await apiUser(server);
    const agent = await client({ scope: 'propose' });
    const { body } = await propose(agent, { text: 'Sweep' }, { text: 'Mop' });
    const items = itemsIn(await agent.get(`/proposals/${body.id}`)) as unknown as readonly ApiBody[];
    expect(items.map(({ name }) => name)).toEqual(['collection.add', 'task.add', 'task.add']);
  });

  test('[A2] a proposal with a key is made once, also after its rows have changed', async () => {
    const { api, agent, taskId } = await withTask();
    const body = { title: 'Tidy up', items: [edit(taskId, { name: 'Sweep all' }), { text: 'Print' }] };
    const ask = (given: object) => agent.ask('POST', '/proposals', given, { 'idempotency-key': 'tidy' });
    const first = await ask(body);
    await api.write('DELETE', `/tasks/${taskId}`);
    expect((await ask(body)).body).toEqual(first.body);
    expect((await ask({ ...body, title: 'Other' })).body.code).toBe('KEY_REUSED');
    expect((await agent.get('/proposals')).body.items).toHaveLength(1);
  });

  test('[M2] the same proposal again is the one that is there, while the user decides on it', async () => {
    const { api, agent, taskId, client } = await withTask();
    const items = [{ text: 'Print slides' }, edit(taskId, { name: 'Sweep all' })];
    const first = await propose(agent, ...items);
    const open = async () => (await agent.get('/proposals')).body.items?.map(({ id }) => id);

    const again = await Promise.all([propose(agent, ...items), propose(agent, ...items)]);
    for (const { status, body } of again) expect([status, body.id]).toEqual([201, first.body.id]);
    expect(await open()).toEqual([first.body.id]);

    // Another program, other words and a key each make a proposal of their own.
    const other = await client({ name: 'Planner', scope: 'propose' });
    const more = { title: 'Other', reason: 'It is late.', items };
    const keyed = (key: string) =>
      agent.ask('POST', '/proposals', { ...more, title: 'Tidy up' }, { 'idempotency-key': key });
    const others = [
      await propose(other, ...items),
      await agent.ask('POST', '/proposals', more),
      await keyed('one'),
      await keyed('two'),
    ].map(({ body }) => body.id);
    expect(new Set([first.body.id, ...others]).size).toBe(5);

    // The first one cannot be accepted any more.
    await api.write('PATCH', `/tasks/${taskId}`, { name: 'Sweep it' });
    const changed = await propose(agent, ...items);
    expect([first.body.id, ...others]).not.toContain(changed.body.id);
    expect((await propose(agent, ...items)).body.id).toBe(changed.body.id);

    const decline = itemsIn(await agent.get(`/proposals/${changed.body.id}`)).map(({ id }) => id);
    const args = { id: changed.body.id, decline: idSetOf(decline), at: Date.now() };
    await api.ask('POST', '/batch', { operations: [{ name: 'proposal.decide', args }] });
    const anew = await propose(agent, ...items);
    expect(anew.body.id).not.toBe(changed.body.id);
    await agent.ask('DELETE', `/proposals/${anew.body.id}`);
    expect((await propose(agent, ...items)).body.id).not.toBe(anew.body.id);
  });

  test('[M2] a hundred proposals wait at most, and decided ones make room', async () => {
    const { api, agent, taskId } = await withTask();
    const ids: string[] = [];
    for (let n = 0; n < LIMITS.proposals; n++)
      ids.push((await propose(agent, edit(taskId, { name: `Sweep ${n}` }))).body.id ?? '');
    expect((await propose(agent, edit(taskId, { name: 'x' }))).body.code).toBe('PROPOSAL_LIMIT');
    const [item] = itemsIn(await agent.get(`/proposals/${ids[3]}`));
    const operation = { name: 'proposal.decide', args: { id: ids[3], decline: item?.id, at: Date.now() } };
    await api.ask('POST', '/batch', { operations: [operation] });
    expect((await propose(agent, edit(taskId, { name: 'x' }))).status).toBe(201);
    expect((await agent.get(`/proposals/${ids[3]}`)).status).toBe(404);
  });

  test('[A4] a token of some collections reads its own proposals alone, and a program withdraws its own', async () => {
    const { api, agent, client, taskId } = await withTask();
    const { body: task } = await api.get(`/tasks/${taskId}`);
    const limited = await client({ scope: 'propose', collections: [task['collectionId']] });
    const own = (await propose(limited, edit(taskId, { priority: 1 }))).body.id ?? '';
    const other = (await propose(agent, edit(taskId, { priority: 2 }))).body.id ?? '';

    expect((await limited.get('/proposals')).body.items?.map(({ id }) => id)).toEqual([own]);
    expect((await limited.get(`/proposals/${other}`)).status).toBe(404);
    expect((await agent.get('/proposals')).body.items).toHaveLength(2);
    expect((await agent.ask('DELETE', `/proposals/${own}`)).status).toBe(404);
    expect((await limited.ask('DELETE', `/proposals/${own}`)).status).toBe(200);
    expect((await api.ask('DELETE', `/proposals/${other}`)).status).toBe(200);
    expect((await agent.get('/proposals')).body.items).toEqual([]);
  });

  test('[M2] every operation but those on proposals, and those that nothing takes back, can be proposed', async () => {
    const { agent, api } = await withTask();
    const [inbox] = await api.all('/collections');
    const collectionId = inbox?.id ?? '';
    const at = Date.now();
    const ids = Object.fromEntries(
      ['collection', 'section', 'label', 'task', 'reminder', 'filter', 'dismissal'].map((table) => [
        table,
        newId(),
      ]),
    ) as Record<string, string>;
    const of = (table: string) => ids[table] ?? '';
    const operations = [
      { name: 'collection.add', args: { id: of('collection'), name: 'Garden', color: '#FFCC33', at } },
      { name: 'section.add', args: { id: of('section'), name: 'Bed', collectionId, at } },
      { name: 'label.add', args: { id: of('label'), name: 'wet', color: '#FFCC33', at } },
      {
        name: 'task.add',
        args: { id: of('task'), name: 'Dig', description: '', date: null, collectionId, at },
      },
      { name: 'task.label', args: { id: of('task'), add: of('label'), at } },
      { name: 'reminder.add', args: { id: of('reminder'), taskId: of('task'), remindAt: at, at } },
      { name: 'task.complete', args: { id: of('task'), at } },
      { name: 'task.reopen', args: { id: of('task'), collectionId, at } },
      { name: 'filter.add', args: { id: of('filter'), name: 'Wet', query: '@wet', at } },
      { name: 'setting.set', args: { id: 'theme', value: 'dark', at } },
      { name: 'dismissal.add', args: { id: of('dismissal'), wording: 'mar', language: 'en', at } },
      { name: 'filter.delete', args: { id: of('filter'), at } },
      { name: 'filter.restore', args: { id: of('filter'), at } },
    ] as unknown as readonly Operation[];
    const answer = await propose(agent, ...operations);
    expect(answer).toMatchObject({ status: 201 });
    const items = itemsIn(await agent.get(`/proposals/${answer.body.id}`));
    expect(items.every(({ changes }) => changes.length > 0)).toBe(true);
    expect(items).toHaveLength(operations.length);
  });
});
