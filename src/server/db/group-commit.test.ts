import { expect, test } from 'vitest';

import type { Transaction } from 'kysely';
import { GroupCommit } from './group-commit.ts';
import type { Database } from './tables.ts';
import { spaceOf } from '#src/domain/space.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import type { WorkSize } from '#src/sync/server/database.ts';

describeEachEngine(
  'group commit',
  (engine) => {
    async function setUp() {
      const { db } = await engine.open();
      const counts = { transactions: 0 };
      const group = new GroupCommit<Transaction<Database>>((work) => {
        counts.transactions += 1;
        return db.transaction().execute(work);
      });
      const add = (userId: string) => async (tx: Transaction<Database>) => {
        await tx
          .insertInto('space')
          .values({ space_id: spaceOf(userId), version: 1 })
          .execute();
        return userId;
      };
      const users = async () => {
        const rows = await db.selectFrom('space').select('space_id').orderBy('space_id').execute();
        return rows.map((row) => row.space_id);
      };
      return { group, add, users, counts };
    }

    test('transactions that arrive together are committed as one, and each gets its own result', async () => {
      const { group, add, users, counts } = await setUp();

      const results = await Promise.all([group.run(add('ada')), group.run(add('bob')), group.run(add('cy'))]);

      expect(results).toEqual(['ada', 'bob', 'cy']);
      expect(await users()).toEqual(['ada', 'bob', 'cy']);
      expect(counts.transactions).toBe(1);
    });

    test('a transaction that throws is undone alone', async () => {
      const { group, add, users } = await setUp();
      const failing = async (tx: Transaction<Database>) => {
        await add('bob')(tx);
        throw new Error('changed my mind');
      };

      const results = await Promise.allSettled([
        group.run(add('ada')),
        group.run(failing),
        group.run(add('cy')),
      ]);

      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await users()).toEqual(['ada', 'cy']);
    });

    test('the others of a group are still one transaction when one throws', async () => {
      const { group, add, users, counts } = await setUp();
      const failing = async () => {
        throw new Error('changed my mind');
      };
      const names = Array.from({ length: 10 }, (_, i) => `user ${i}`);

      const results = await Promise.allSettled([
        ...names.slice(0, 5).map((name) => group.run(add(name))),
        group.run(failing),
        ...names.slice(5).map((name) => group.run(add(name))),
      ]);

      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
      expect(await users()).toEqual(names);
      expect(counts.transactions).toBe(3);
    });

    test('a statement that the database rejects fails its own transaction alone', async () => {
      const { group, add, users } = await setUp();

      const results = await Promise.allSettled([
        group.run(add('ada')),
        group.run(add('ada')),
        group.run(add('cy')),
      ]);

      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await users()).toEqual(['ada', 'cy']);
    });

    test('a transaction that arrives during a commit is committed after it', async () => {
      const { group, add, users, counts } = await setUp();
      let late: Promise<string> | undefined;

      await group.run(async (tx) => {
        late = group.run(add('late'));
        return add('early')(tx);
      });
      await late;

      expect(await users()).toEqual(['early', 'late']);
      expect(counts.transactions).toBe(2);
    });

    test('large transactions let small ones go first, and take turns with them', async () => {
      const { group, add, counts } = await setUp();
      const order: string[] = [];
      const run = async (name: string, size?: WorkSize): Promise<void> => {
        order.push(await group.run(add(name), size));
        // Each answer adds more small transactions. The large ones still get their turn.
        if (order.length < 20) await run(`${name}.`);
      };

      await Promise.all([run('large 1', 'large'), run('large 2', 'large'), run('ada'), run('bob')]);

      expect(order.slice(0, 4)).toEqual(['ada', 'bob', 'large 1', 'ada.']);
      expect(order.indexOf('large 2')).toBeLessThan(10);
      expect(counts.transactions).toBeGreaterThan(4);
    });

    test('a hundred concurrent transactions are all kept', async () => {
      const { group, add, users } = await setUp();
      const names = Array.from({ length: 100 }, (_, i) => `user ${String(i).padStart(2, '0')}`);

      await Promise.all(names.map((name) => group.run(add(name))));

      expect(await users()).toEqual(names);
    });
  },
  // PostgreSQL uses no group commit, see openDatabase.
  ['sqlite'],
);
