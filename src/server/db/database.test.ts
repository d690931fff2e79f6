import { expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { addSpace, space, versionOf } from '#src/server/testing/databases/spaces.ts';

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

  test('a hundred concurrent transactions on one row lose no update', async () => {
    const database = await engine.open();
    await addSpace(database, 'ada', 0);

    await Promise.all(
      Array.from({ length: 100 }, () =>
        database.transact((tx) =>
          tx
            .updateTable('space')
            .set((eb) => ({ version: eb('version', '+', 1) }))
            .where('space_id', '=', spaceOf('ada'))
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

  test('a transaction that conflicts is run again', async () => {
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

  test('a transaction that always conflicts is given up', async () => {
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

function conflict(engine: 'sqlite' | 'postgres'): Error {
  return Object.assign(new Error('conflict'), engine === 'postgres' ? { code: '40001' } : { errcode: 517 });
}
