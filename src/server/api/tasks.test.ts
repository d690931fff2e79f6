import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { apiUser, type ApiBody } from '#src/server/api/testing/api-user.ts';

describeEachEngine('tasks over the API', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  const names = (items: readonly ApiBody[]) => items.map(({ name }) => name as string);

  async function withCollections(...collections: readonly string[]) {
    const user = await apiUser(server);
    const ids: string[] = [];
    for (const name of collections) {
      const id = newId();
      const operations = [{ name: 'collection.add', args: { id, name, color: '#FFCC33', at: Date.now() } }];
      expect((await user.api.ask('POST', '/batch', { operations })).status).toBe(200);
      ids.push(id);
    }
    return { ...user, ids };
  }

  test('[A1] a task is added, read, changed, completed, reopened and deleted, and the history names the token', async () => {
    const { api, browser, ids } = await withCollections('Home');
    const [collectionId] = ids;

    const added = await api.ask('POST', '/tasks', { name: 'Sweep', collectionId, priority: 2 });
    const id = added.body.id ?? '';
    expect([added.status, added.headers.get('location')]).toEqual([201, `/api/v1/tasks/${id}`]);
    expect((await api.get(`/tasks/${id}`)).body).toMatchObject({
      id,
      name: 'Sweep',
      collectionId,
      priority: 2,
      date: null,
      labels: [],
      completedAt: null,
    });

    await api.write('PATCH', `/tasks/${id}`, { name: 'Sweep the yard', date: '2026-12-24', time: '09:30' });
    expect((await api.get(`/tasks/${id}`)).body).toMatchObject({ name: 'Sweep the yard', time: '09:30' });
    await api.write('POST', `/tasks/${id}/complete`);
    expect((await api.get(`/tasks/${id}`)).body['completedAt']).toEqual(expect.any(Number));
    expect(await api.all('/tasks')).toEqual([]);
    expect(names(await api.all('/tasks?query=done'))).toEqual(['Sweep the yard']);
    await api.write('POST', `/tasks/${id}/reopen`);
    expect(names(await api.all('/tasks'))).toEqual(['Sweep the yard']);
    await api.write('DELETE', `/tasks/${id}`);
    expect((await api.get(`/tasks/${id}`)).status).toBe(404);

    const history = (await (await browser.fetch('/api/history')).json()) as { entries: { source: string }[] };
    expect(history.entries.map(({ source }) => source)).toEqual(history.entries.map(() => 'Script'));
    expect(history.entries).toHaveLength(6);
  });

  test('[A1] a task without a collection goes to the Inbox, which is added once', async () => {
    const { api } = await apiUser(server);
    const ids = [
      await api.write('POST', '/tasks', { name: 'A' }),
      await api.write('POST', '/tasks', { name: 'B' }),
    ];
    const [first, second] = [await api.get(`/tasks/${ids[0]}`), await api.get(`/tasks/${ids[1]}`)];
    expect(first.body['collectionId']).toBe(second.body['collectionId']);
    expect(names(await api.all('/tasks?query=%23Inbox'))).toEqual(['A', 'B']);
  });

  test('[A1] tasks are read by the query language', async () => {
    const { api, ids } = await withCollections('Home', 'Work');
    const [home, work] = ids;
    const today = calendarDayAt(Date.now());
    const yesterday = calendarDayAt(Date.now() - 86_400_000);
    const parentId = await api.write('POST', '/tasks', { name: 'Trip', collectionId: work, date: today });
    await api.write('POST', '/tasks', { name: 'Pack', parentId, priority: 1 });
    await api.write('POST', '/tasks', { name: 'Sweep', collectionId: home, date: today, priority: 1 });
    await api.write('POST', '/tasks', { name: 'Old', collectionId: home, date: yesterday, deadline: today });
    const found = async (query: string) =>
      names(await api.all(`/tasks?query=${encodeURIComponent(query)}`)).toSorted();

    expect(await found('#Work')).toEqual(['Pack', 'Trip']);
    expect(await found('p1')).toEqual(['Pack', 'Sweep']);
    expect(await found('p1 & #Home')).toEqual(['Sweep']);
    expect(await found('!p1 & (#Home | #Work)')).toEqual(['Old', 'Trip']);
    expect(await found('sweep | subtask')).toEqual(['Pack', 'Sweep']);
    expect(await found('(p1 & subtask) | deadline: today')).toEqual(
      (await found('deadline: today')).concat('Pack').toSorted(),
    );
    const wrong = await api.get('/tasks?query=%23Wrok');
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { code: 'WRONG_QUERY', detail: 'There is no collection “Wrok”.', suggestion: '#Work', from: 0, to: 5 },
    ]);
  });

  test('[A1] labels are a list, of which a change adds and removes single ones', async () => {
    const { api } = await withCollections('Home');
    const labels = [newId(), newId(), newId()];
    const operations = labels.map((id, n) => ({
      name: 'label.add',
      args: { id, name: `l${n}`, color: '#FFCC33', at: 1 },
    }));
    await api.ask('POST', '/batch', { operations });
    const id = await api.write('POST', '/tasks', { name: 'A', labels: labels.slice(0, 2) });
    await api.write('PATCH', `/tasks/${id}`, { labels: labels.slice(1) });
    expect((await api.get(`/tasks/${id}`)).body['labels']).toEqual(labels.slice(1).toSorted());
    expect(names(await api.all('/tasks?query=%40l2'))).toEqual(['A']);
    expect(await api.all('/tasks?query=%40l0')).toEqual([]);
  });

  test('[A1] a repeating task gets its series, and completing it moves it on', async () => {
    const { api } = await apiUser(server);
    const id = await api.write('POST', '/tasks', {
      name: 'Water',
      date: '2026-01-05',
      repeat: 'FREQ=WEEKLY',
    });
    expect((await api.get(`/tasks/${id}`)).body).toMatchObject({
      repeatStart: '2026-01-05',
      repeatDue: '2026-01-05',
    });
    await api.write('POST', `/tasks/${id}/complete`);
    const { date, completedAt } = (await api.get(`/tasks/${id}`)).body;
    expect([(date as string) > '2026-01-05', completedAt]).toEqual([true, null]);
    expect(names(await api.all('/tasks?query=done'))).toEqual(['Water']);
  });

  test('[A3] pages neither skip nor repeat tasks while others are added, completed and deleted', async () => {
    const { api } = await apiUser(server);
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await api.write('POST', '/tasks', { name: `T${n}` }));
    const first = await api.get('/tasks?limit=5');
    await api.write('POST', `/tasks/${ids[1]}/complete`);
    await api.write('DELETE', `/tasks/${ids[4]}`);
    await api.write('PATCH', `/tasks/${ids[8]}`, { priority: 1, date: '2026-01-01' });
    const second = await api.get(`/tasks?limit=5&cursor=${first.body.next}`);
    const third = await api.get(`/tasks?limit=5&cursor=${second.body.next}`);
    const seen = [first, second, third].flatMap(({ body }) => body.items ?? []);
    expect(seen.map(({ id }) => id)).toEqual(ids);
    for (const cursor of ['x', '0', 'YWZ0ZXIg', Buffer.from('after x').toString('base64url')])
      expect((await api.get(`/tasks?cursor=${cursor}`)).body).toMatchObject({
        code: 'WRONG_CURSOR',
        status: 400,
      });
  });

  test('[A2] a repeated write is done once and answers the same, and its key rejects another request', async () => {
    const { api, client } = await apiUser(server);
    const key = { 'idempotency-key': 'order 1'.replace(' ', '-') };
    const add = () => api.ask('POST', '/tasks', { name: 'Once' }, key);
    const first = await add();
    expect(first.status).toBe(201);
    const id = first.body.id ?? '';
    await api.write('PATCH', `/tasks/${id}`, { name: 'Changed' });
    expect((await add()).body).toEqual(first.body);
    expect(await Promise.all([add(), add(), add()]).then((all) => all.map(({ body }) => body))).toEqual(
      Array(3).fill(first.body),
    );
    expect(names(await api.all('/tasks'))).toEqual(['Changed']);

    const other = await api.ask('POST', '/tasks', { name: 'Other' }, key);
    expect([other.status, other.body.code]).toEqual([409, 'KEY_REUSED']);
    const otherToken = await (await client()).ask('POST', '/tasks', { name: 'Other' }, key);
    expect(otherToken.status).toBe(201);

    const gone = { 'idempotency-key': 'gone' };
    const removed = await api.ask('DELETE', `/tasks/${id}`, undefined, gone);
    expect(await api.ask('DELETE', `/tasks/${id}`, undefined, gone)).toMatchObject({
      status: 200,
      body: removed.body,
    });
    expect((await api.ask('DELETE', `/tasks/${id}`)).status).toBe(404);
  });

  test('[A2] a write that changes nothing uses its key, and its repeat changes nothing later', async () => {
    const { api } = await apiUser(server);
    const id = await api.write('POST', '/tasks', { name: 'Sweep' });
    const label = await api.write('POST', '/labels', { name: 'waiting' });
    const collection = (await api.get(`/tasks/${id}`)).body['collectionId'] as string;
    const paths: readonly (readonly [path: string, nothing: object, other: object])[] = [
      [`/tasks/${id}`, {}, { name: 'two' }],
      [`/tasks/${id}`, { labels: [] }, { labels: [label] }],
      [`/labels/${label}`, {}, { name: 'two' }],
      [`/collections/${collection}`, {}, { name: 'two' }],
    ];
    for (const [place, [path, nothing, other]] of paths.entries()) {
      const ask = (body: object) => api.ask('PATCH', path, body, { 'idempotency-key': `key-${place}` });
      const first = await ask(nothing);
      expect([path, first.status]).toEqual([path, 200]);
      await api.write('PATCH', `/tasks/${id}`, { labels: [label], description: `Note ${place}` });
      expect([path, (await ask(nothing)).body]).toEqual([path, first.body]);
      expect([path, (await ask(other)).body.code]).toEqual([path, 'KEY_REUSED']);
      expect((await api.get(`/tasks/${id}`)).body).toMatchObject({ name: 'Sweep', labels: [label] });
      await api.write('PATCH', `/tasks/${id}`, { labels: [] });
    }
  });

  test('[A2] many at once that change nothing with one key have one answer', async () => {
    const { api } = await apiUser(server);
    const id = await api.write('POST', '/tasks', { name: 'Sweep' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.ask('PATCH', `/tasks/${id}`, {}, { 'idempotency-key': 'k' })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('[A2] many at once with one key are done once', async () => {
    const { api } = await apiUser(server);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.ask('POST', '/tasks', { name: 'Once' }, { 'idempotency-key': 'k' }),
      ),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await api.all('/tasks')).toHaveLength(1);
  });

  test('[A1] a batch holds together: all operations or none', async () => {
    const { api, ids } = await withCollections('Home');
    const add = (name: string, collectionId: unknown) => ({
      name: 'task.add',
      args: { id: newId(), name, description: '', date: null, collectionId, at: Date.now() },
    });
    const broken = await api.ask('POST', '/batch', { operations: [add('A', ids[0]), add('B', newId())] });
    expect([broken.status, broken.body]).toMatchObject([409, { code: 'COLLECTION_GONE', operation: 1 }]);
    expect(await api.all('/tasks')).toEqual([]);
    expect(
      (await api.ask('POST', '/batch', { operations: [add('A', ids[0]), add('B', ids[0])] })).status,
    ).toBe(200);
    expect(names(await api.all('/tasks'))).toEqual(['A', 'B']);
  });
});
