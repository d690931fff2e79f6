import { sql, type Transaction } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import { serverConnections } from '#src/server/admin/running-servers.ts';
import { openDatabase, type AppDatabase } from './database.ts';
import type { Database } from './tables.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { addSpace, space, versionOf } from '#src/server/testing/databases/spaces.ts';

describeEachEngine(
  'connections',
  (engine) => {
    test('of an idle server close, but for one that shows that the server runs', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const where = await engine.create();
      const database = openDatabase(where);
      await using _ = { [Symbol.asyncDispose]: () => database.close() };
      const admin = openDatabase({ ...where, applicationName: 'sunglow-admin' });
      onTestFinished(() => admin.close());

      await Promise.all([sql`select 1`.execute(database.db), sql`select 1`.execute(database.db)]);
      expect(await serverConnections(admin.db)).toBe(2);
      await vi.advanceTimersByTimeAsync(600_000);

      await expect.poll(() => serverConnections(admin.db)).toBe(1);
    });

    test('a connection lost between two statements fails its transaction, and nothing else', async () => {
      const lost = Promise.withResolvers<Error>();
      const where = await engine.create();
      const database = openDatabase({ ...where, onError: lost.resolve });
      await using _ = { [Symbol.asyncDispose]: () => database.close() };

      const attempt = database.transact(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(database.db);
        await lost.promise;
        await sql`select 1`.execute(tx);
      });

      await expect(attempt).rejects.toThrow(/connection/i);
      expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
    });
  },
  ['postgres'],
);

describeEachEngine(
  'locks',
  (engine) => {
    test('a real deadlock ends with both transactions done', async () => {
      const database = await engine.open();
      await sql`alter database ${sql.id(await currentDatabase(database))} set deadlock_timeout = '20ms'`.execute(
        database.db,
      );
      await addSpace(database, 'ada', 0);
      await addSpace(database, 'bob', 0);

      // Each transaction locks one row, and asks for the other row only when both hold theirs.
      const locked: Record<string, PromiseWithResolvers<void>> = {
        ada: Promise.withResolvers(),
        bob: Promise.withResolvers(),
      };
      let runs = 0;
      const raiseBoth = (first: string, second: string) =>
        database.transact(async (tx) => {
          runs += 1;
          await raise(tx, first);
          locked[first]!.resolve();
          await locked[second]!.promise;
          await raise(tx, second);
        });
      await Promise.all([raiseBoth('ada', 'bob'), raiseBoth('bob', 'ada')]);

      expect(runs).toBe(3);
      expect(await versionOf(database, 'ada')).toBe(2);
      expect(await versionOf(database, 'bob')).toBe(2);
    });
  },
  ['postgres'],
);

describeEachEngine(
  'durability',
  (engine) => {
    test('a commit is on the disk when it returns', async () => {
      const options = await engine.create();
      const database = openDatabase({ ...options, durable: true });

      const journal = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(database.db);
      const synchronous = await sql<{ synchronous: number }>`pragma synchronous`.execute(database.db);
      const foreignKeys = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(database.db);

      expect(journal.rows[0]?.journal_mode).toBe('wal');
      expect(synchronous.rows[0]?.synchronous).toBe(2);
      expect(foreignKeys.rows[0]?.foreign_keys).toBe(1);
      await database.close();
    });
  },
  // Only SQLite has these pragmas.
  ['sqlite'],
);

type Work = (tx: Transaction<Database>) => Promise<void>;

describeEachEngine(
  'a full disk',
  (engine) => {
    test.each([
      ['the transaction', (database: AppDatabase, work: Work) => database.transact(work)],
      // Better Auth and migrations begin their transactions in this way.
      ['a transaction of Kysely', ({ db }: AppDatabase, work: Work) => db.transaction().execute(work)],
    ])('fails %s with its own error, and the next one works when there is room again', async (_of, run) => {
      const database = await engine.open();
      // A small cache makes the transaction write to the file before its end.
      await sql`pragma cache_size = 10`.execute(database.db);
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
      await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count + 20)}`.execute(database.db);

      const attempt = run(database, async (tx) => {
        for (let i = 0; i < 10_000; i++)
          await tx
            .insertInto('space')
            .values(space(`user ${i}`, 1))
            .execute();
      });

      await expect(attempt).rejects.toThrow('database or disk is full');
      await sql`pragma max_page_count = 1000000`.execute(database.db);
      await addSpace(database, 'ada', 1);
      expect(await versionOf(database, 'user 0')).toBeUndefined();
      expect(await versionOf(database, 'ada')).toBe(1);
    });
  },
  ['sqlite'],
);

async function raise(tx: AppDatabase['db'], userId: string): Promise<void> {
  await tx
    .updateTable('space')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('space_id', '=', spaceOf(userId))
    .execute();
}

async function currentDatabase(database: AppDatabase): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  return rows[0]!.name;
}
