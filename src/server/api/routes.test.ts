import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { MUTATORS, type MutatorName } from '#src/tables/operations.ts';
import { GOOD_ARGUMENTS } from '#src/tables/testing/good-arguments.ts';
import { ENDPOINTS } from './endpoints.ts';
import { openApi } from './openapi.ts';
import { addToken, ApiClient, apiUser } from '#src/server/api/testing/api-user.ts';

/** A path with an id that no row has. */
const pathOf = (path: string) => path.replace('{id}', newId());
const EVERY = ENDPOINTS.map((each) => [`${each.method} ${each.path}`, each] as const);
const WRITES = EVERY.filter(([, { method }]) => method !== 'GET');
const WITH_BODY = EVERY.filter(([, { body }]) => body !== undefined);

describeEachEngine('the routes of the API', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  test('[A4] [A7] every route rejects no token, a wrong, an expired and a revoked one, and a cookie alike', async () => {
    const { browser } = await apiUser(server);
    const over = await addToken(browser, { expiresAt: Date.now() + 1_500 });
    const { id, text } = await addToken(browser);
    expect((await new ApiClient(server.url, text).get('/tasks')).status).toBe(200);
    await browser.fetch(`/api/tokens/${id}`, { method: 'DELETE' });
    await expect
      .poll(async () => (await new ApiClient(server.url, over.text).get('/tasks')).status, {
        timeout: 10_000,
      })
      .toBe(401);
    const bad = ['', 'sgt_', `sgt_${'x'.repeat(43)}`, text, over.text].map((each) => ({
      authorization: `Bearer ${each}`,
    }));
    const headers = [
      {},
      { authorization: text },
      { authorization: `Basic ${text}` },
      { cookie: browser.cookie },
      ...bad,
    ];
    const answers = new Set<string>();
    for (const { method, path } of ENDPOINTS)
      for (const each of headers) {
        const init = { method, headers: each, ...(method !== 'GET' && { body: '{}' }) };
        const answer = await fetch(`${server.url}/api/v1${pathOf(path)}`, init);
        answers.add(`${answer.status} ${await answer.text()}`);
      }
    expect([...answers]).toEqual([expect.stringMatching(/^401 \{.*"code":"UNAUTHORIZED"/)]);
  });

  test('[A4] tokens to read and to propose write nothing, but for proposals', async () => {
    const { client, api } = await apiUser(server);
    for (const scope of ['read', 'propose']) {
      const narrow = await client({ scope });
      expect((await narrow.get('/tasks')).status).toBe(200);
      const tooWide = WRITES.filter(([, endpoint]) => endpoint.scope !== scope);
      expect(tooWide.length).toBeGreaterThan(WRITES.length - 3);
      for (const [name, { method, path }] of tooWide)
        expect([name, await narrow.ask(method, pathOf(path), {})]).toMatchObject([
          name,
          { status: 403, body: { code: 'SCOPE_TOO_NARROW' } },
        ]);
    }
    expect(await api.all('/tasks?query=view%20all')).toEqual([]);
  });

  test('[A4] rows of another user and unknown rows have one answer', async () => {
    const [ada, bea] = [await apiUser(server), await apiUser(server)];
    const id = await ada.api.write('POST', '/tasks', { name: 'Secret' });
    const { body } = await ada.api.get(`/tasks/${id}`);
    for (const { method, path, body: schema } of ENDPOINTS) {
      if (!path.includes('{id}')) continue;
      const given = schema && method === 'PATCH' ? {} : undefined;
      const [foreign, unknown] = [
        await bea.api.ask(method, path.replace('{id}', id), given),
        await bea.api.ask(method, pathOf(path), given),
      ];
      expect([path, foreign.status, foreign.body]).toEqual([path, 404, unknown.body]);
    }
    const below = await bea.api.ask('POST', '/tasks', { name: 'Below', parentId: id });
    expect(below).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await ada.api.get(`/tasks/${id}`)).body).toEqual(body);
  });

  test.for(WITH_BODY)(
    '[A7] %s rejects bodies that are none, and changes nothing',
    async ([name, endpoint]) => {
      const { api } = await apiUser(server);
      const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
      const bodies: readonly (readonly [string, number, string])[] = [
        ['', 400, 'BAD_JSON'],
        ['{', 400, 'BAD_JSON'],
        ['\u0000', 400, 'BAD_JSON'],
        ['null', 400, 'INVALID_VALUE'],
        ['[]', 400, 'INVALID_VALUE'],
        ['"x"', 400, 'INVALID_VALUE'],
        [deep, 400, 'INVALID_VALUE'],
        [`{"name":${deep}}`, 400, 'INVALID_VALUE'],
        [`{"operations":${deep}}`, 400, 'INVALID_VALUE'],
        ['{"__proto__":{"name":"x"}}', 400, 'INVALID_VALUE'],
        ['{"name":"x","__proto__":{"a":1}}', 400, 'INVALID_VALUE'],
        ['{"constructor":{"prototype":{}}}', 400, 'INVALID_VALUE'],
        ['{"name":7}', 400, 'INVALID_VALUE'],
        ['{"nobody":"x"}', 400, 'INVALID_VALUE'],
        [JSON.stringify({ name: 'x'.repeat(1_100_000) }), 413, 'TOO_LARGE'],
      ];
      for (const [body, status, code] of bodies) {
        const answer = await api.ask(endpoint.method, pathOf(endpoint.path), body);
        expect([name, body.slice(0, 40), answer.status, answer.body.code]).toEqual([
          name,
          body.slice(0, 40),
          status,
          code,
        ]);
      }
      expect(await api.all('/tasks')).toEqual([]);
    },
  );

  test('[A7] a text that is no UTF-8, a key with blanks and a wrong query are rejected', async () => {
    const { api } = await apiUser(server);
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    const answer = await api.fetch('/tasks', { method: 'POST', body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'BAD_JSON' }]);
    const key = await api.ask('POST', '/tasks', { name: 'x' }, { 'idempotency-key': 'a b' });
    expect(key.body).toMatchObject({ code: 'INVALID_VALUE' });
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'limit=1e9', 'page=2'])
      expect([query, (await api.get(`/tasks?${query}`)).body]).toMatchObject([
        query,
        { code: 'INVALID_VALUE' },
      ]);
    for (const query of ['query=a&query=b', 'query=a&query=a', 'limit=1&limit=2', 'limit=1&query=a&limit=1'])
      expect([query, (await api.get(`/tasks?${query}`)).body]).toMatchObject([
        query,
        { code: 'INVALID_VALUE', field: query.slice(0, 5), detail: expect.stringContaining('once') },
      ]);
    for (const path of ['/', '/nothing', '/tasks/1', '/tasks/%00', `/tasks/${newId()}/fly`])
      expect([path, (await api.get(path)).body]).toMatchObject([path, { code: 'NOT_FOUND', status: 404 }]);
  });

  test('[A7] an address has room for the longest query, and a longer one is a problem', async () => {
    const { api } = await apiUser(server);
    const ask = async (route: string, query: string) => {
      const answer = await api.fetch(`${route}query=${query}`);
      return [answer.status, answer.headers.get('content-type'), await answer.json()];
    };
    for (const route of ['/tasks?', '/export?format=csv&']) {
      const longest = await ask(route, '%26'.repeat(4_096));
      expect(longest).toMatchObject([400, 'application/problem+json', { code: 'WRONG_QUERY' }]);
      const longer = await ask(route, 'a'.repeat(4_097));
      expect(longer).toMatchObject([
        400,
        'application/problem+json',
        { code: 'INVALID_VALUE', detail: expect.stringContaining('4,096') },
      ]);
      const tooLong = await ask(route, 'a'.repeat(17_000));
      expect(tooLong).toMatchObject([431, 'application/problem+json', { code: 'HEADERS_TOO_LARGE' }]);
    }
  });

  test('[A7] any page may call it with a token, and no cookie goes along', async () => {
    const { api, browser } = await apiUser(server);
    const origin = 'https://dashboard.example.com';
    const asked = await api.fetch('/tasks', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(asked.headers.has('access-control-allow-credentials')).toBe(false);
    const answer = await api.fetch('/tasks', { headers: { origin } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    // The routes of the account stay closed to other pages.
    expect(
      (await browser.fetch('/api/tokens', { headers: { origin } })).headers.has(
        'access-control-allow-origin',
      ),
    ).toBe(false);
  });

  test('[A7] no token opens anything else', async () => {
    const { api } = await apiUser(server);
    const headers = { authorization: `Bearer ${api.token}` };
    for (const path of ['/api/tokens', '/api/history', '/api/push', '/api/auth/sessions'])
      expect([path, (await fetch(`${server.url}${path}`, { headers })).status]).toEqual([path, 401]);
  });

  test('[A7] an answer says what is left of the pace', async () => {
    const { api } = await apiUser(server);
    const left = async (of: string, asked: Promise<{ headers: Headers }>) =>
      Number(new RegExp(`^"${of}";r=(\\d+);t=0$`).exec((await asked).headers.get('ratelimit') ?? '')?.[1]);
    const first = await left('writes', api.ask('POST', '/tasks', { name: 'A' }));
    const second = await left('writes', api.ask('POST', '/batch', { operations: batch(300) }));
    expect(second).toBeLessThan(first);
    expect(await left('reads', api.get('/tasks'))).toBeGreaterThan(1_000);
  });

  describe('[A1] every operation of the app', () => {
    test.for(Object.keys(MUTATORS) as MutatorName[])('%s can be called', async (name) => {
      const { api } = await apiUser(server);
      const { status, body } = await api.ask('POST', '/batch', {
        operations: [{ name, args: GOOD_ARGUMENTS[name] }],
      });
      // It may be rejected for rows that are not there, and never for its form.
      expect([200, 409]).toContain(status);
      expect(body).toMatchObject(status === 200 ? {} : { operation: 0 });
    });

    test('has its own checks', async () => {
      const { api } = await apiUser(server);
      const wrong = [
        [{ name: 'task.fly', args: {} }],
        [{ name: 'task.add' }],
        [{ name: 'task.add', args: { ...GOOD_ARGUMENTS['task.add'], more: 1 } }],
        [{ name: 'task.add', args: { ...GOOD_ARGUMENTS['task.add'], name: ' ' } }],
        [{ name: '__proto__', args: {} }],
        [],
        batch(501),
      ];
      for (const operations of wrong)
        expect((await api.ask('POST', '/batch', { operations })).body).toMatchObject({
          code: 'INVALID_VALUE',
        });
    });
  });
});

function batch(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    name: 'setting.set',
    args: { id: 'theme', value: n % 2 ? 'dark' : 'light', at: n },
  }));
}

test('[A1] openapi.json describes every endpoint, and is valid', async () => {
  const document = openApi(ENDPOINTS, 'https://tasks.example.com') as { paths: Record<string, object> };
  expect(
    Object.entries(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .toSorted(),
  ).toEqual(EVERY.map(([name]) => name).toSorted());
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  const { schemas } = (document as unknown as { components: { schemas: object } }).components;
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(new Set(references)).toEqual(new Set(Object.keys(schemas)));
  expect(text.includes('$schema') || text.includes('$defs')).toBe(false);
  expect(text).toContain('"format":"uuid"');
});
