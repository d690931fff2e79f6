import { CompiledQuery } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import type { SyncDatabase } from './database.ts';
import { execute } from './execute.ts';

describeEachEngine('statements that go out together', (engine) => {
  let database: SyncDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const raise = (user: string) =>
    CompiledQuery.raw(`insert into space (space_id, version) values ('${user}', 1) on conflict (space_id)
      do update set version = space.version + 1 returning version`);
  const versionOf = (user: string) =>
    database.snapshot((tx) =>
      tx.selectFrom('space').select('version').where('space_id', '=', spaceOf(user)).executeTakeFirst(),
    );

  test('run in their order, and give the rows of each', async () => {
    const rows = await database.transact((tx) =>
      execute(tx, [raise('ada'), raise('bob'), raise('ada'), CompiledQuery.raw('select 1 as one')]),
    );

    expect(rows).toEqual([[{ version: 1 }], [{ version: 1 }], [{ version: 2 }], [{ one: 1 }]]);
  });

  test('fail with the first error, and leave nothing', async () => {
    const some = ['carol', 'dan'].map(raise);
    const wrong = CompiledQuery.raw('select missing from space');

    await expect(
      database.transact((tx) => execute(tx, [...some, wrong, raise('carol'), raise('eve')])),
    ).rejects.toThrow('missing');
    for (const user of ['carol', 'dan', 'eve']) expect(await versionOf(user)).toBeUndefined();
    // The connection still works.
    await database.transact((tx) => execute(tx, [raise('carol')]));
    expect(await versionOf('carol')).toEqual({ version: 1 });
  });
});
