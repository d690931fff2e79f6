import { sql, type Transaction } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';

import { serverConnections } from '#src/server/admin/running-servers.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';
import { describeEachEngine } from '#src/server/testing/engines.ts';

describeEachEngine('database', (engine) => {
  test('a version beyond 32 bits comes back as the number it was', async () => {
    const database = await engine.open();
    const version = 2 ** 53 - 1;

    await addSpace(database, 'ada', version);

    expect(await versionOf(database, 'ada')).toBe(version);
  });

  test('counts come back as numbers', async () => {
    const { db } = await engine.open();

    const result = await db
      .selectFrom('task')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();

    expect(result.count).toBe(0);
  });

  test('a transaction that throws leaves nothing, and its error is the one thrown', async () => {
    const database = await engine.open();

    const attempt = database.transact(async (tx) => {
      await tx.insertInto('space').values(space('ada', 1)).execute();
      throw new Error('changed my mind');
    });

    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await versionOf(database, 'ada')).toBeUndefined();
  });

  test('a transaction that has ended takes no more statements', async () => {
    const database = await engine.open();

    const ended = await database.transact(async (tx) => tx);
    const late = ended.insertInto('space').values(space('ada', 1)).execute();

    await expect(late).rejects.toThrow(/ended|committed/);
    expect(await versionOf(database, 'ada')).toBeUndefined();
  });

  test('a transaction that has ended does not write into the next one', async () => {
    const database = await engine.open();
    const ended = await database.transact(async (tx) => tx);

    const late = await database.transact(async () =>
      ended
        .insertInto('space')
        .values(space('ada', 1))
        .execute()
        .then(
          () => 'written',
          (error: Error) => error.message,
        ),
    );

    expect(late).toMatch(/ended|committed/);
    expect(await versionOf(database, 'ada')).toBeUndefined();
  });

  test('a hundred transactions that raise one row at once lose none', async () => {
    const database = await engine.open();
    await addSpace(database, 'ada', 0);

    await Promise.all(
      Array.from({ length: 100 }, () =>
        database.transact((tx) =>
          tx
            .updateTable('space')
            .set((eb) => ({ version: eb('version', '+', 1) }))
            .where('user_id', '=', 'ada')
            .execute(),
        ),
      ),
    );

    expect(await versionOf(database, 'ada')).toBe(100);
  });

  test('a snapshot does not see what is committed while it runs', async () => {
    const database = await engine.open();
    await addSpace(database, 'ada', 1);

    // On SQLite the write waits for the snapshot's end, as both share the one connection.
    let write: Promise<unknown> | undefined;
    const seen = await database.snapshot(async (tx) => {
      const before = await tx.selectFrom('space').select('version').executeTakeFirstOrThrow();
      write = database.db.updateTable('space').set({ version: 2 }).execute();
      if (engine.name === 'postgres') await write;
      const after = await tx.selectFrom('space').select('version').executeTakeFirstOrThrow();
      return [before.version, after.version];
    });
    await write;

    expect(seen).toEqual([1, 1]);
    expect(await versionOf(database, 'ada')).toBe(2);
  });

  test('what conflicts is run again', async () => {
    const database = await engine.open();
    let runs = 0;

    const result = await database.transact(async (tx) => {
      runs += 1;
      await tx
        .insertInto('space')
        .values(space(`run ${runs}`, runs))
        .execute();
      if (runs < 3) throw conflict(engine.name);
      return 'done';
    });

    expect(result).toBe('done');
    expect(await versionOf(database, 'run 1')).toBeUndefined();
    expect(await versionOf(database, 'run 3')).toBe(3);
  });

  test('what always conflicts is given up', async () => {
    const database = await engine.open();
    let runs = 0;

    const attempt = database.transact(async () => {
      runs += 1;
      throw conflict(engine.name);
    });

    await expect(attempt).rejects.toThrow('conflict');
    expect(runs).toBe(8);
  });
});

describeEachEngine(
  'connections',
  (engine) => {
    test('of a server that is left alone go, but for one, by which it can be told to run', async () => {
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

    test('one lost between two statements fails its transaction, and nothing else', async () => {
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

      // Each locks one row, and asks for the other's only when both hold theirs.
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
  // The pragmas are SQLite's.
  ['sqlite'],
);

function space(userId: string, version: number) {
  return { user_id: userId, version };
}

async function addSpace(database: AppDatabase, userId: string, version: number): Promise<void> {
  await database.db.insertInto('space').values(space(userId, version)).execute();
}

async function versionOf(database: AppDatabase, userId: string): Promise<number | undefined> {
  const row = await database.db
    .selectFrom('space')
    .select('version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.version;
}

async function raise(tx: AppDatabase['db'], userId: string): Promise<void> {
  await tx
    .updateTable('space')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute();
}

async function currentDatabase(database: AppDatabase): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  return rows[0]!.name;
}

function conflict(engine: 'sqlite' | 'postgres'): Error {
  return Object.assign(new Error('conflict'), engine === 'postgres' ? { code: '40001' } : { errcode: 517 });
}

type Work = (tx: Transaction<Database>) => Promise<void>;

describeEachEngine(
  'a full disk',
  (engine) => {
    test.each([
      ['the transaction', (database: AppDatabase, work: Work) => database.transact(work)],
      // Such as Better Auth begins, and migrations.
      ['a transaction of Kysely', ({ db }: AppDatabase, work: Work) => db.transaction().execute(work)],
    ])('fails %s with its own error, and the next one works when there is room again', async (_of, run) => {
      const database = await engine.open();
      // What a transaction reads and writes has to fit into memory no more: it goes to the file before its end.
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
