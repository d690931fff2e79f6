import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import { apiUser } from '#src/server/api/testing/api-user.ts';
import { exportInThread } from '#src/server/rows/export-in-thread.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('exports over the API', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  test('[X1] exports wait for each other, however many they are, and none is rejected', async () => {
    const { api } = await apiUser(server);
    for (const name of ['One', 'Two']) await api.write('POST', '/tasks', { name });
    const paths = ['/export', '/export?format=csv', '/export?format=csv&query=search%3A%20two'];
    const asked = [...paths, ...paths, ...paths].map((path) => api.get(path));
    const texts = (await Promise.all(asked)).map(({ body }) => String(body['text']));
    expect(texts.slice(3)).toEqual([...texts.slice(0, 3), ...texts.slice(0, 3)]);
    expect(texts.slice(0, 3).map((text) => [text.includes('One'), text.includes('Two')])).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ]);
  });

  test('[X1] an export of a database that cannot be opened is rejected', async () => {
    const away =
      engine.name === 'sqlite'
        ? { dataDir: '/dev/null/away', databaseUrl: null }
        : { dataDir: '', databaseUrl: 'postgres://nobody@127.0.0.1:1/away' };
    const userId = newId();
    const wanted = {
      spaceId: spaceOf(userId),
      userId,
      format: 'json',
      query: null,
      now: Date.now(),
    } as const;
    await expect(exportInThread({ place: away }, wanted)).rejects.toThrow(/ENOTDIR|ECONNREFUSED/);
  });
});
