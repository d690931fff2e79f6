import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { apiUser, type ApiClient } from '#src/server/api/testing/api-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { ENDPOINTS } from './endpoints.ts';

/** Values that fields take, and values that none takes. */
const values = (ids: readonly string[]) =>
  fc.oneof(
    fc.constantFrom<unknown>(
      ...ids,
      newId(),
      null,
      '',
      ' ',
      'Sweep',
      '2026-02-29',
      '2028-02-29',
      '09:30',
      '25:00',
      'FREQ=DAILY',
      'FREQ=NEVER',
      'Europe/Berlin',
      '#FFCC33',
      'today & p1',
      0,
      1,
      4,
      30,
      -1,
      1.5,
      1e300,
      true,
      [],
      {},
    ),
    fc.array(fc.constantFrom(...ids, newId(), 'x'), { maxLength: 4 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );

const FIELDS =
  'name description date time zone duration deadline priority collectionId parentId sectionId labels repeat repeatFrom place color position archivedAt isFavourite layout query taskId remindAt minutesBefore text operations __proto__ id'.split(
    ' ',
  );

describeEachEngine('any request', (engine) => {
  let server: TestServer;
  let api: ApiClient;
  const ids: string[] = [];
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
    ({ api } = await apiUser(server));
    const collectionId = await api.write('POST', '/collections', { name: 'Home' });
    const taskId = await api.write('POST', '/tasks', { name: 'A', collectionId });
    ids.push(
      collectionId,
      taskId,
      await api.write('POST', '/tasks', { name: 'B', parentId: taskId }),
      await api.write('POST', '/sections', { name: 'S', collectionId }),
      await api.write('POST', '/labels', { name: 'L' }),
      await api.write('POST', '/reminders', { taskId, minutesBefore: 1 }),
    );
  });
  afterAll(() => server.stop());

  test('[A1] [A7] gets an answer of the form that its route declares, and no server error', async () => {
    const routes = ENDPOINTS.filter(({ isStream }) => !isStream);
    const requests = fc.record({
      route: fc.constantFrom(...routes),
      fields: fc.uniqueArray(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: 4 }),
      given: fc.array(values(ids), { minLength: 4, maxLength: 4 }),
      of: fc.constantFrom(...ids, newId()),
      hasName: fc.boolean(),
    });
    // The client holds each answer to the schema of its route.
    await fc.assert(
      fc.asyncProperty(requests, async ({ route, fields, given, of, hasName }) => {
        const entries = fields.map((field, n) => [field, given[n]] as const);
        const body = `{${[...(hasName ? [['name', newId()] as const] : []), ...entries]
          .map(([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(value)}`)
          .join(',')}}`;
        // The rows stay, so that changes find them.
        const path = route.path.replace('{id}', route.method === 'DELETE' ? newId() : of);
        const { status } = await api.ask(route.method, path, route.method === 'GET' ? undefined : body);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 400 },
    );
    expect(server.logged().filter((line) => !line.includes('"kind":"security"'))).toEqual([]);
  });
});
