import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiUser, type ApiClient } from '#src/server/api/testing/api-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import type { Changes } from './changes.ts';

describeEachEngine('changes over the API', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  const changesOf = async (api: ApiClient, since: string, more = '') =>
    (await api.get(`/changes?since=${since}${more}`)).body as unknown as Changes;
  const idsIn = (rows: unknown) => ((rows ?? []) as readonly { id: string }[]).map(({ id }) => id).toSorted();

  test('[A3] tells the rows that changed since a version, and the ids of those that went', async () => {
    const { api } = await apiUser(server);
    const collectionId = await api.write('POST', '/collections', { name: 'Home' });
    const [first, second] = [
      await api.write('POST', '/tasks', { name: 'A', collectionId }),
      await api.write('POST', '/tasks', { name: 'B', collectionId }),
    ];
    const all = await changesOf(api, '0');
    expect([all.isWhole, all.hasMore, all.gone]).toEqual([true, false, {}]);
    expect([idsIn(all.changed['collections']), idsIn(all.changed['tasks'])]).toEqual([
      [collectionId],
      [first, second].toSorted(),
    ]);

    await api.write('PATCH', `/tasks/${first}`, { name: 'Changed' });
    const { body } = await api.ask('DELETE', `/tasks/${second}`);
    const since = await changesOf(api, all.next);
    expect(since).toMatchObject({ isWhole: false, hasMore: false, gone: { tasks: [second] } });
    expect(since.changed).toEqual({ tasks: [(await api.get(`/tasks/${first}`)).body] });
    expect(since.next).toBe(String(body['version']));
    expect(await changesOf(api, since.next)).toEqual({
      isWhole: false,
      changed: {},
      gone: {},
      next: since.next,
      hasMore: false,
    });
  });

  test('[A3] a load comes in pages, and misses nothing that changes meanwhile', async () => {
    const { api } = await apiUser(server);
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await api.write('POST', '/tasks', { name: `T${n}` }));
    const seen = new Map<string, unknown>();
    let since = '0';
    let pages = 0;
    for (let hasMore = true; hasMore; pages += 1) {
      const page = await changesOf(api, since, '&limit=2');
      for (const task of (page.changed['tasks'] ?? []) as { id: string; name: string }[])
        seen.set(task.id, task.name);
      for (const id of page.gone['tasks'] ?? []) seen.delete(id);
      if (pages === 1) {
        await api.write('PATCH', `/tasks/${ids[0]}`, { name: 'Changed' });
        await api.write('DELETE', `/tasks/${ids[1]}`);
      }
      since = page.next;
      hasMore = page.hasMore;
    }
    expect(pages).toBeGreaterThan(3);
    expect([...seen.keys()].toSorted()).toEqual(ids.filter((_, n) => n !== 1).toSorted());
    expect(seen.get(ids[0] ?? '')).toBe('Changed');
  });

  test('[A3] a version that the server never had begins anew, and a made-up one is rejected', async () => {
    const { api } = await apiUser(server);
    await api.write('POST', '/tasks', { name: 'A' });
    expect(await changesOf(api, '999999')).toMatchObject({ isWhole: true });
    for (const since of ['x', '-1', '1.5', '1-', "1'--"])
      expect([since, await changesOf(api, encodeURIComponent(since))]).toMatchObject([
        since,
        { code: 'INVALID_VALUE' },
      ]);
  });

  test('[A4] a token of some collections hears of their rows alone, and of those that leave them', async () => {
    const { api, client } = await apiUser(server);
    const [home, work] = [
      await api.write('POST', '/collections', { name: 'Home' }),
      await api.write('POST', '/collections', { name: 'Work' }),
    ];
    const [own, other, moved] = [
      await api.write('POST', '/tasks', { name: 'own', collectionId: home }),
      await api.write('POST', '/tasks', { name: 'other', collectionId: work }),
      await api.write('POST', '/tasks', { name: 'moved', collectionId: home }),
    ];
    const limited = await client({ collections: [home] });
    const all = await changesOf(limited, '0');
    expect([idsIn(all.changed['collections']), idsIn(all.changed['tasks'])]).toEqual([
      [home],
      [own, moved].toSorted(),
    ]);

    await api.write('PATCH', `/tasks/${other}`, { name: 'still other' });
    await api.write('PATCH', `/tasks/${moved}`, { collectionId: work });
    await api.write('POST', '/filters', { name: 'f', query: 'today' });
    expect(await changesOf(limited, all.next)).toMatchObject({ changed: {}, gone: { tasks: [moved] } });
    await api.write('DELETE', `/tasks/${other}`);
    await api.write('DELETE', `/tasks/${own}`);
    const { gone } = await changesOf(limited, all.next);
    expect([Object.keys(gone), gone['tasks']?.toSorted()]).toEqual([['tasks'], [own, moved].toSorted()]);
  });

  /** The data of the next events of a stream. */
  function eventsIn(response: Response): () => Promise<{ id: string; data: Changes } | null> {
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = '';
    return async () => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const [, id = '', data = ''] =
            /^id: (.*)\nevent: changes\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
          text = text.slice(end + 2);
          if (id !== '') return { id, data: JSON.parse(data) as Changes };
          continue;
        }
        const { done, value } = await reader.read();
        if (done) return null;
        text += decoder.decode(value, { stream: true });
      }
    };
  }

  test('[A3] changes are streamed as they come, and a stream goes on after its last event', async () => {
    const { api } = await apiUser(server);
    await api.write('POST', '/tasks', { name: 'before' });
    const stream = new AbortController();
    const response = await api.fetch('/events', { signal: stream.signal });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const next = eventsIn(response);
    const id = await api.write('POST', '/tasks', { name: 'A' });
    const first = await next();
    expect(first?.data.changed).toEqual({ tasks: [(await api.get(`/tasks/${id}`)).body] });
    await api.write('DELETE', `/tasks/${id}`);
    const second = await next();
    expect(second?.data.gone).toEqual({ tasks: [id] });
    stream.abort();

    const again = new AbortController();
    const headers = { 'last-event-id': first?.id ?? '' };
    const resumed = eventsIn(await api.fetch('/events', { headers, signal: again.signal }));
    expect(await resumed()).toEqual(second);
    again.abort();
    expect((await api.fetch('/events', { headers: { 'last-event-id': 'x' } })).status).toBe(400);
  });

  test('[A3] a stream begins with its id, so that no change is lost before the first event', async () => {
    const { api } = await apiUser(server);
    await api.write('POST', '/tasks', { name: 'before' });
    const stream = new AbortController();
    const { body } = await api.fetch('/events', { signal: stream.signal });
    const { value } = await (body as ReadableStream<Uint8Array>).getReader().read();
    const [, id = ''] = /^retry: \d+\nid: (\d+)\n\n/.exec(new TextDecoder().decode(value)) ?? [];
    stream.abort();
    const task = await api.write('POST', '/tasks', { name: 'meanwhile' });
    const again = new AbortController();
    const headers = { 'last-event-id': id };
    const answer = await api.fetch('/events', { headers, signal: again.signal });
    const event = await eventsIn(answer)();
    expect(event?.data.changed).toEqual({ tasks: [(await api.get(`/tasks/${task}`)).body] });
    // An answer that nothing refers to would be closed.
    expect(answer.status).toBe(200);
    again.abort();
  });

  test('[A4] a stream ends with its token', async () => {
    const { browser, client } = await apiUser(server);
    const watcher = await client({ name: 'Watch', scope: 'read' });
    const next = eventsIn(await watcher.fetch('/events'));
    const { tokens } = (await (await browser.fetch('/api/tokens')).json()) as {
      tokens: { id: string; name: string }[];
    };
    const { id } = tokens.find(({ name }) => name === 'Watch') ?? { id: '' };
    expect((await browser.fetch(`/api/tokens/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await next()).toBeNull();
  });

  test('[A3] [A7] HEAD tells the headers of a stream, and keeps none open', async () => {
    const { api, client } = await apiUser(server);
    const reader = await client({ scope: 'read' });
    for (let n = 0; n < 21; n++) {
      const { status, headers } = await reader.fetch('/events', { method: 'HEAD' });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    expect((await reader.fetch('/events?since=x', { method: 'HEAD' })).status).toBe(400);
    const stream = new AbortController();
    expect((await api.fetch('/events', { signal: stream.signal })).status).toBe(200);
    stream.abort();
  });

  test('[A7] a user has a limited number of streams', async () => {
    const { api } = await apiUser(server);
    const open = new AbortController();
    // An answer that nothing refers to would be closed.
    const streams: Response[] = [];
    while (streams.length < 20) streams.push(await api.fetch('/events', { signal: open.signal }));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const answer = await api.fetch('/events', { signal: open.signal });
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    open.abort();
    await expect
      .poll(async () => {
        const stream = new AbortController();
        const { status } = await api.fetch('/events', { signal: stream.signal });
        stream.abort();
        return status;
      })
      .toBe(200);
  });
});
