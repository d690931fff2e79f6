import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiUser, type ApiClient } from '#src/server/api/testing/api-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { openDevice } from '#src/sync/testing/node-device.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('undo over the API', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  const versionOf = async (api: ApiClient, method: string, path: string, body?: object) =>
    Number((await api.ask(method, path, body)).body['version']);
  const undo = (api: ApiClient, version: number, key?: string) =>
    api.ask('POST', '/undo', { version }, key === undefined ? {} : { 'idempotency-key': key });
  const rowsOf = async (api: ApiClient) => {
    const rows = await Promise.all(
      ['/collections', '/labels', '/tasks?query=done+%7C+!done'].map((path) => api.all(path)),
    );
    return rows.flat();
  };

  test('[A6] [H2] a write of any kind is taken back, once for its key', async () => {
    const { api } = await apiUser(server);
    const collectionId = await api.write('POST', '/collections', { name: 'Home' });
    const work = await api.write('POST', '/collections', { name: 'Work' });
    const labelId = await api.write('POST', '/labels', { name: 'waiting' });
    const id = await api.write('POST', '/tasks', {
      name: 'Sweep',
      collectionId,
      date: '2100-01-02',
      time: '09:30',
    });
    await api.write('POST', '/tasks', { name: 'Kitchen', parentId: id });
    const writes: readonly (readonly [method: string, path: string, body?: object])[] = [
      ['PATCH', `/tasks/${id}`, { name: 'Mop', date: null, labels: [labelId], priority: 1 }],
      ['PATCH', `/tasks/${id}`, { collectionId: work }],
      ['POST', `/tasks/${id}/complete`],
      ['DELETE', `/tasks/${id}`],
      ['POST', '/tasks', { name: 'Another', collectionId }],
      ['POST', '/quick-add', { text: 'Call Ann tomorrow p1 @waiting' }],
      ['PATCH', `/labels/${labelId}`, { name: 'later' }],
      ['DELETE', `/collections/${collectionId}`],
    ];
    for (const [method, path, body] of writes) {
      const before = await rowsOf(api);
      const version = await versionOf(api, method, path, body);
      expect([path, await rowsOf(api)]).not.toEqual([path, before]);
      const done = await undo(api, version, `${version}`);
      expect([path, done.status, await rowsOf(api)]).toEqual([path, 200, before]);
      expect((await undo(api, version, `${version}`)).body).toEqual(done.body);
      const again = await undo(api, Number(done.body['version']));
      expect([path, again.status, await rowsOf(api)]).not.toEqual([path, 200, before]);
      await undo(api, Number(again.body['version']));
      expect([path, await rowsOf(api)]).toEqual([path, before]);
    }
  });

  test('[A6] [R3] a completed time of a repeating task is taken back with its sub-tasks', async () => {
    const { api } = await apiUser(server);
    const id = await api.write('POST', '/tasks', { name: 'Trip', date: '2100-01-04', repeat: 'FREQ=WEEKLY' });
    const pack = await api.write('POST', '/tasks', { name: 'Pack', parentId: id, date: '2100-01-03' });
    await api.write('POST', '/tasks', {
      name: 'Book',
      parentId: id,
      date: '2100-01-02',
      deadline: '2100-01-03',
    });
    await api.write('POST', `/tasks/${pack}/complete`);
    const before = await rowsOf(api);
    const version = await versionOf(api, 'POST', `/tasks/${id}/complete`);
    expect((await api.get(`/tasks/${pack}`)).body).toMatchObject({ completedAt: null, date: '2100-01-10' });
    await undo(api, version);
    expect(await rowsOf(api)).toEqual(before);
  });

  test('[A6] [H2] a field that was changed since stays, and nothing is taken back twice', async () => {
    const { api, client } = await apiUser(server);
    expect((await undo(api, 1)).body.code).toBe('NOT_FOUND');
    const id = await api.write('POST', '/tasks', { name: 'Sweep', date: null });
    const version = await versionOf(api, 'PATCH', `/tasks/${id}`, { name: 'Mop', priority: 1 });
    const another = await client({ name: 'Another' });
    expect((await undo(another, version)).body.code).toBe('NOT_FOUND');
    await another.write('PATCH', `/tasks/${id}`, { priority: 2 });
    expect((await undo(api, version)).status).toBe(200);
    expect((await api.get(`/tasks/${id}`)).body).toMatchObject({ name: 'Sweep', priority: 2 });
    expect((await undo(api, version)).body.code).toBe('CHANGED_SINCE');
    const nothing = await versionOf(api, 'POST', `/tasks/${id}/reopen`);
    expect((await undo(api, nothing)).body.code).toBe('NOT_FOUND');
    expect((await undo(api, 1_000_000)).body.code).toBe('NOT_FOUND');
    expect((await undo(api, 0)).body.code).toBe('INVALID_VALUE');
    await api.write('DELETE', `/tasks/${id}`);
    await api.ask('POST', '/batch', { operations: [{ name: 'task.purge', args: { id, at: Date.now() } }] });
    expect((await undo(api, version)).body.code).toBe('CHANGED_SINCE');
  });

  test('[A4] a token takes back its own writes alone, whatever its name is', async () => {
    const { api, client, browser, userId } = await apiUser(server);
    const id = await api.write('POST', '/tasks', { name: 'Sweep' });
    const [one, other] = [await client({ name: 'Same' }), await client({ name: 'Same' })];
    const version = await versionOf(one, 'PATCH', `/tasks/${id}`, { name: 'Mop' });
    expect((await undo(other, version)).body.code).toBe('NOT_FOUND');
    // A write that changes nothing has the version of the other token's write.
    const key = { 'idempotency-key': 'nothing' };
    const nothing = await other.ask('PATCH', `/tasks/${id}`, {}, key);
    expect(nothing.body['version']).toBe(version);
    expect((await undo(other, version)).body.code).toBe('NOT_FOUND');
    expect((await api.get(`/tasks/${id}`)).body).toMatchObject({ name: 'Mop' });
    expect((await undo(one, version)).status).toBe(200);
    expect((await api.get(`/tasks/${id}`)).body).toMatchObject({ name: 'Sweep' });

    const device = await openDevice({ url: server.publicUrl, userId, cookie: browser.cookie });
    await device.mutate('task.edit', { id, changes: { name: 'In the app' }, at: Date.now() });
    await expect.poll(async () => (await api.get(`/tasks/${id}`)).body['name']).toBe('In the app');
    device.close();
    const namesake = await client({ name: 'Unknown browser' });
    const newest = Number((await api.get('/changes?since=0')).body['next']);
    expect((await undo(namesake, newest)).body.code).toBe('NOT_FOUND');
    expect((await api.get(`/tasks/${id}`)).body).toMatchObject({ name: 'In the app' });
  });

  test('[A6] an added Inbox stays once another task is in it', async () => {
    const { api } = await apiUser(server);
    for (const { id } of await api.all('/collections')) await api.write('DELETE', `/collections/${id}`);
    const version = await versionOf(api, 'POST', '/quick-add', { text: 'First' });
    const second = await api.write('POST', '/quick-add', { text: 'Second' });
    expect((await undo(api, version)).status).toBe(200);
    expect((await api.all('/tasks')).map(({ id }) => id)).toEqual([second]);
    const [inbox] = await api.all('/collections');
    const later = await versionOf(api, 'POST', '/collections', { name: 'Later' });
    await undo(api, later);
    expect((await api.all('/collections')).map(({ id }) => id)).toEqual([inbox?.id]);
  });

  test('[A4] a token of some collections takes back no write outside of them, and gets one answer', async () => {
    const { api, client } = await apiUser(server);
    const [home, work] = [
      await api.write('POST', '/collections', { name: 'Home' }),
      await api.write('POST', '/collections', { name: 'Work' }),
    ];
    const id = await api.write('POST', '/tasks', { name: 'other', collectionId: work });
    const version = await versionOf(api, 'PATCH', `/tasks/${id}`, { name: 'changed' });
    const limited = await client({ collections: [home] });
    expect((await undo(limited, version)).body.code).toBe('NOT_FOUND');
    await api.write('PATCH', `/tasks/${id}`, { name: 'since' });
    expect((await undo(limited, version)).body.code).toBe('NOT_FOUND');
    const own = await limited.write('POST', '/tasks', { name: 'own', collectionId: home });
    const done = await versionOf(limited, 'POST', `/tasks/${own}/complete`);
    expect((await undo(limited, done)).status).toBe(200);
    expect((await api.get(`/tasks/${own}`)).body).toMatchObject({ completedAt: null });
  });
});
