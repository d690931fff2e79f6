import { join } from 'node:path';
import { CompiledQuery, Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { actorOf } from '#src/domain/space.ts';
import { openDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { sqliteDialect } from '#src/server/db/sqlite.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { addCollection, addTask, mutation, sampleId } from '#src/sync/testing/samples.ts';
import type { SyncTables } from './database.ts';
import { push } from './push.ts';

/** Mutations that cover all names and all kinds of reads. */
const MUTATIONS = [
  addCollection(1),
  addTask(2),
  mutation(3, 'collection.edit', { id: sampleId('collection', 1), changes: { name: 'Home' }, at: 3 }),
  mutation(4, 'task.edit', { id: sampleId('task', 2), changes: { name: 'Weed' }, at: 4 }),
  addTask(3),
  mutation(8, 'task.edit', {
    id: sampleId('task', 2),
    changes: { parentId: sampleId('task', 3) },
    at: 8,
  }),
  mutation(5, 'task.complete', { id: sampleId('task', 2), at: 5 }),
  mutation(6, 'collection.delete', { id: sampleId('collection', 1), at: 6 }),
  mutation(7, 'collection.restore', { id: sampleId('collection', 1), at: 7 }),
];

describeEachEngine(
  'query plans',
  (engine) => {
    test('no statement of a push goes through all rows of a user', async () => {
      const options = await engine.create();
      const database = openDatabase(options);
      await migrate(database.db, database.engine);
      await database.close();
      const statements = new Set<string>();
      const db = new Kysely<SyncTables>({
        dialect: sqliteDialect(join(options.dataDir, 'sunglow.db'), { durable: false }),
        log: ({ query }) => {
          statements.add(query.sql);
        },
      });

      for (const some of [MUTATIONS, ...MUTATIONS.map((one) => [one])]) {
        await db.transaction().execute(async (tx) => {
          await push(tx, actorOf('ada'), some, 1);
        });
      }

      const steps: string[] = [];
      for (const text of [...statements].filter((sql) => /^(select|update|insert)/.test(sql))) {
        const plan = CompiledQuery.raw(`explain query plan ${text}`);
        const { rows } = await db.executeQuery<{ detail: string }>(plan);
        steps.push(...rows.map(({ detail }) => detail));
      }
      expect(steps.filter(readsAll)).toEqual([]);
      // The plans have the expected searches, so the filter above has looked at them.
      expect(steps).toContainEqual(expect.stringMatching(/^SEARCH collection .*name=/));
      expect(steps).toContainEqual(expect.stringMatching(/^SEARCH task .*collection_id=/));
      expect(steps).toContainEqual(expect.stringMatching(/^SEARCH task USING INDEX task_below /));
      await db.destroy();
    });
  },
  // statement-plans.ts checks the plans of PostgreSQL after each file of server tests.
  ['sqlite'],
);

/**
 * True for a step that reads all rows of a user. Four kinds of scans are fine: the last collections are the first in
 * their index, and no more are read; `space` has one row for a user; inserted rows and results of a subquery are no
 * table.
 */
function readsAll(step: string): boolean {
  return (
    /^SCAN (?!.*VALUES|\(subquery-\d+\)$)/.test(step) ||
    step.startsWith('USE TEMP B-TREE') ||
    (step.endsWith('(space_id=?)') &&
      !/^SEARCH (space|collection USING INDEX collection_position) /.test(step))
  );
}
