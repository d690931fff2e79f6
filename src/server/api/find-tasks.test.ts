import { join } from 'node:path';
import { CompiledQuery, Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { sqliteDialect } from '#src/server/db/sqlite.ts';
import type { Database } from '#src/server/db/tables.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { addCollection, addLabels, addTask, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import type { TokenCall } from './endpoint.ts';
import { findTasks } from './find-tasks.ts';
import { Reach } from './reach.ts';

describeEachEngine(
  'queries of tasks',
  (engine) => {
    test('the tasks of a day are found by an index, and not among all tasks of the user', async () => {
      const options = await engine.create();
      const database = openDatabase(options);
      await migrate(database.db, database.engine);
      await database.close();
      const statements = new Set<string>();
      const db = new Kysely<Database>({
        dialect: sqliteDialect(join(options.dataDir, 'sunglow.db'), { durable: false }),
        log: ({ query }) => {
          statements.add(query.sql);
        },
      });
      const call = {
        database: { snapshot: (work: never) => db.transaction().execute(work) },
        spaceId: spaceOf('ada'),
        reach: new Reach({ collections: null }),
        now: Date.now(),
        countRead: () => {},
        giveWay: async () => {},
      } as unknown as TokenCall;

      for (const text of ['today', 'due: 2028-03-01 & p1'])
        await findTasks(call, { text, after: '', limit: 10 });

      const found = [...statements].filter((text) => text.includes('"task"'));
      expect(found).toHaveLength(2);
      for (const text of found) {
        const plan = CompiledQuery.raw(`explain query plan ${text}`);
        const { rows } = await db.executeQuery<{ detail: string }>(plan);
        expect(rows.map(({ detail }) => detail).join('\n')).toMatch(/SEARCH task USING INDEX task_date /);
      }
      await db.destroy();
    });
  },
  // The plans of PostgreSQL depend on its statistics.
  ['sqlite'],
);

describeEachEngine('long searches', (engine) => {
  /** Finds tasks of the user, and counts the turns of others and the characters that count as read. */
  async function findCounted(database: AppDatabase, user: ServerUser, text: string) {
    const counted = { rests: [] as number[], read: 0 };
    const call = {
      database,
      spaceId: spaceOf(user.id),
      reach: new Reach({ collections: null }),
      now: Date.now(),
      countRead: (characters: number) => (counted.read += characters),
      giveWay: async (ms: number) => void counted.rests.push(ms),
    } as unknown as TokenCall;
    const found = await findTasks(call, { text, after: '', limit: 10 });
    return { found, ...counted };
  }

  test('[A7] a search that finds nothing rests between its transactions, so that others come first', async () => {
    const database = await engine.open();
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    await user.push(...Array.from({ length: 450 }, (_, n) => addTask(2 + n)));

    const { found, rests, read } = await findCounted(database, user, '"no such text"');

    expect(found).toEqual({ tasks: [], last: null });
    expect(rests).toHaveLength(2);
    expect(rests.every((ms) => ms > 0)).toBe(true);
    expect(read).toBeGreaterThan(450 * 100);
  });

  test('[A7] long notes and many conditions count as read, and others come first while they are searched', async () => {
    const database = await engine.open();
    const user = new ServerUser(database);
    const description = 'a'.repeat(16_000);
    await user.push(addCollection(1));
    await user.push(...Array.from({ length: 25 }, (_, n) => addTask(2 + n, task(2 + n, { description }))));
    const wanted = Array.from({ length: 1_000 }, (_, n) => `search: ab${n}`).join('|');

    const { found, rests, read } = await findCounted(database, user, wanted);

    expect(found).toEqual({ tasks: [], last: null });
    expect(rests.length).toBeGreaterThanOrEqual(3);
    expect(read).toBeGreaterThanOrEqual(25 * (16_000 + 1_000));
    expect((await findCounted(database, user, 'search: ab1')).read).toBeLessThan(read);
  });

  test('[A1] a query has more alternatives than one statement can, and names more labels', async () => {
    const database = await engine.open();
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    const [labeled, plain] = [2, 3];
    await user.push(...addLabels(1_000, 1_001));
    await user.push(addTask(labeled, task(labeled, { labels: sampleId('label', 1_500), priority: 1 })));
    await user.push(addTask(plain));
    const ids = async (text: string) =>
      (await findCounted(database, user, text)).found.tasks.map(({ id }) => id);

    const expected = [sampleId('task', labeled)];
    const distinct = (prefix: string) => Array.from({ length: 1_500 }, (_, n) => `${prefix}${n}`);
    for (const text of [
      '@*',
      Array(3_200).fill('p1').join('|'),
      Array(3_200).fill('p1').join('&'),
      `p1 & (${distinct('Task ').join('|')})`,
      `p1 & (${distinct('(p2 & today').join(')|')}) | p1)`,
      distinct('p1 & !x').join('|'),
      Array.from({ length: 300 }, (_, n) => `(p1 & due before: +${n} days & !x${n})`).join('|'),
    ])
      expect({ text, ids: await ids(text) }).toEqual({ text, ids: expected });
    expect(await ids('!@*')).toEqual([sampleId('task', plain)]);
  });
});
