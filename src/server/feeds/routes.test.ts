import { beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import type { AddedFeed, Feed, NewFeed } from '#src/reading/feeds/feeds-api.ts';
import { openDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PASSWORD, type TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { mailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { openDevice, until } from '#src/sync/testing/node-device.ts';
import type { Replica } from '#src/sync/client/replica.ts';

describeEachEngine('calendar feeds', (engine) => {
  const harness = mailHarness(engine, { LOG_LEVEL: 'info' });
  const [home, work] = [newId(), newId()];
  const day = '2026-07-01';
  let ada: TestBrowser;
  let device: Replica;
  const at = Date.now();

  beforeAll(async () => {
    ada = await signUpConfirmed(harness.server.browser(), harness.mail, 'ada@example.com');
    const userId = (await ada.session())?.user.id ?? '';
    device = await openDevice({ url: harness.server.publicUrl, userId, cookie: ada.cookie });
    await device.mutate('collection.add', { id: home, name: 'Home', color: '#FFCC33', at });
    await device.mutate('collection.add', { id: work, name: 'Work', color: '#FFCC33', at });
    await addTask('Water the plants', home);
    await addTask('Write the report', work);
    return () => device.close();
  });

  async function addTask(name: string, collectionId: string): Promise<string> {
    const id = newId();
    await device.mutate('task.add', { id, name, description: '', date: day as never, collectionId, at });
    await settled();
    return id;
  }
  const settled = () => until(device, 'status', () => device.status().unsent === 0);

  async function add(browser: TestBrowser, feed: Partial<NewFeed> = {}): Promise<AddedFeed> {
    const all = { name: 'Mine', scope: 'everything', rowId: null, kind: 'event', ...feed };
    const answer = await browser.post('/api/feeds', all);
    expect(answer.status).toBe(201);
    return (await answer.json()) as AddedFeed;
  }
  const listOf = async (browser: TestBrowser) =>
    ((await (await browser.fetch('/api/feeds')).json()) as { feeds: Feed[] }).feeds;
  const ask = (address: string, headers: Record<string, string> = {}) =>
    fetch(harness.server.url + new URL(address).pathname, { headers });

  test('[X3] a feed has the open tasks, and the same bytes and mark until they change', async () => {
    const { address } = await add(ada, { scope: 'collection', rowId: home });
    const first = await ask(address);
    const text = await first.text();

    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('private, max-age=900');
    expect(text).toContain('SUMMARY:Water the plants\r\n');
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT60M');
    expect(text).not.toContain('report');

    const etag = first.headers.get('etag') ?? '';
    expect((await ask(address, { 'if-none-match': etag })).status).toBe(304);
    await addTask('Another of work', work);
    expect((await ask(address, { 'if-none-match': `W/${etag}` })).status).toBe(304);
    expect(await (await ask(address)).text()).toBe(text);

    const id = await addTask('Sweep', home);
    const changed = await ask(address, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain('SUMMARY:Sweep\r\n');
    await device.mutate('task.complete', { id, at });
    await settled();
    expect(await (await ask(address)).text()).toBe(text);
  });

  test('[X3] a feed of everything or of a filter, as events or as tasks', async () => {
    const id = newId();
    const row = { id, name: 'Reports', query: 'search: report', color: null, isFavourite: 0, place: 'a' };
    await device.mutate('filter.add', { ...row, at } as never);
    await settled();

    const all = await (await ask((await add(ada, { kind: 'todo' })).address)).text();
    const { address } = await add(ada, { scope: 'filter', rowId: id });
    const some = await (await ask(address)).text();

    expect(all).toContain('BEGIN:VTODO');
    expect(all).toMatch(/Water the plants[^]*Write the report/);
    expect(some).toContain('BEGIN:VEVENT');
    expect(some).toContain('Write the report');
    expect(some).not.toContain('Water');

    await device.mutate('filter.delete', { id, at });
    await settled();
    expect((await ask(address)).status).toBe(410);
  });

  test('[X3] its secret is told once, is stored as a hash, and is in no log', async () => {
    const { id, address } = await add(ada, { name: 'Phone' });
    await ask(address);
    const secret = new URL(address).pathname.slice('/feeds/'.length, -'.ics'.length);
    for (const mistyped of ['//feeds/', '/FEEDS/', '/feeds%2F', '/x/feeds/', '/feed/', '/api/v1/feeds/'])
      await ask(new URL(address).origin + `${mistyped}${secret}.ics`);

    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    const [feed] = (await listOf(ada)).filter((each) => each.id === id);
    expect(feed).toMatchObject({ name: 'Phone', scope: 'everything', kind: 'event' });
    expect(feed?.fetchedAt).toBeGreaterThan(0);
    expect(JSON.stringify(feed)).not.toContain(secret);
    const database = openDatabase(harness.where);
    const rows = await database.db.selectFrom('feed').selectAll().execute();
    await database.close();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
    await expect.poll(() => harness.server.logged().join('\n')).toContain('"path":"/feeds/..."');
    expect(harness.server.logged().join('\n')).not.toContain(secret);
  });

  test('[X3] a revoked feed answers 410, one that never was 404, and both to its user alone', async () => {
    const bea = await signUpConfirmed(harness.server.browser(), harness.mail, 'bea@example.com');
    const { id, address } = await add(ada);

    expect(await listOf(bea)).toEqual([]);
    for (const other of [id, 'a%00b'])
      expect((await bea.fetch(`/api/feeds/${other}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ask(address)).status).toBe(200);
    expect((await harness.server.browser().fetch('/api/feeds')).status).toBe(401);
    expect((await ada.fetch(`/api/feeds/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await ask(address)).status).toBe(410);
    expect((await listOf(ada)).map((feed) => feed.id)).not.toContain(id);
    expect((await ask(`http://localhost/feeds/${'x'.repeat(43)}.ics`)).status).toBe(404);
    expect((await ask('http://localhost/feeds/x.ics')).status).toBe(404);
  });

  test('[X3] feeds end with the other sessions: a stranger who was signed in may have added them', async () => {
    const { address } = await add(ada);
    expect((await ada.post('/api/auth/sessions/end-others', {})).status).toBe(200);

    expect((await ask(address)).status).toBe(410);
    expect(await listOf(ada)).toEqual([]);
  });

  test('[X3] a feed that is asked for without end is paced', async () => {
    const { address } = await add(ada);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await ask(address)).status);

    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    expect(Number((await ask(address)).headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('[X3] a feed of a deleted account answers as one that never was', async () => {
    const cleo = await signUpConfirmed(harness.server.browser(), harness.mail, 'cleo@example.com');
    const { address } = await add(cleo);
    const etag = (await ask(address)).headers.get('etag') ?? '';

    const deleted = await cleo.post('/api/auth/delete-user', { password: PASSWORD });
    expect(deleted.status).toBe(200);

    expect((await ask(address)).status).toBe(404);
    expect((await ask(address, { 'if-none-match': etag })).status).toBe(404);
  });

  test('[X3] refuses feeds that name nothing', async () => {
    for (const wrong of [{ name: '' }, { scope: 'filter' }, { rowId: home }, { kind: 'x' }, { rowId: 'x' }]) {
      const all = { name: 'Mine', scope: 'everything', rowId: null, kind: 'event', ...wrong };
      const answer = await ada.post('/api/feeds', all);
      expect([wrong, answer.status, await answer.json()]).toMatchObject([wrong, 400, { code: 'WRONG_FEED' }]);
    }
  });

  // The last one: all tests have the same address.
  test('[X3] a thousand questions a minute get few answers, and leave the server to others', async () => {
    const { address } = await add(ada);
    const statuses: number[] = [];
    const askOften = async () => {
      for (let i = 0; i < 50; i += 1) {
        const answer = await ask(address);
        await answer.text();
        statuses.push(answer.status);
      }
    };
    await Promise.all(Array.from({ length: 20 }, askOften));

    expect(statuses).toHaveLength(1_000);
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(20);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await ada.fetch('/api/feeds')).status).toBe(200);
  });
});
