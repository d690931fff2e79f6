import { join } from 'node:path';
import { CompiledQuery, Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import { openDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { sqliteDialect } from '#src/server/db/sqlite.ts';
import type { Database } from '#src/server/db/tables.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { addCollection, addTask } from '#src/sync/testing/samples.ts';
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
  test('[A7] a search that finds nothing rests between its transactions, so that others come first', async () => {
    const database = await engine.open();
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    await user.push(...Array.from({ length: 450 }, (_, n) => addTask(2 + n)));
    const rests: number[] = [];
    let read = 0;
    const call = {
      database,
      spaceId: spaceOf(user.id),
      reach: new Reach({ collections: null }),
      now: Date.now(),
      countRead: (characters: number) => (read += characters),
      giveWay: async (ms: number) => void rests.push(ms),
    } as unknown as TokenCall;

    const found = await findTasks(call, { text: '"no such text"', after: '', limit: 10 });

    expect(found).toEqual({ tasks: [], last: null });
    expect(rests).toHaveLength(2);
    expect(rests.every((ms) => ms > 0)).toBe(true);
    expect(read).toBeGreaterThan(450 * 100);
  });
});
