import { expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { addCollection } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { keepOutcome, lockSpace } from './keep-outcome.ts';
import { purge } from './purge.ts';

describeEachEngine('outcomes without a push', (engine) => {
  test('[A2] are counted, are limited in number, and go with a purge', async () => {
    const database = await engine.open();
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    const spaceId = spaceOf(user.id);
    const keep = (now: number) =>
      database.transact(async (tx) => {
        await lockSpace(tx, spaceId);
        await keepOutcome(tx, spaceId, { id: newId(), version: 1, now }, 3);
      });
    const counts = () =>
      database.snapshot(async (tx) => {
        const { outcome_count, version } = await tx
          .selectFrom('space')
          .select(['outcome_count', 'version'])
          .where('space_id', '=', spaceId)
          .executeTakeFirstOrThrow();
        const kept = await tx
          .selectFrom('mutation')
          .select('created_at')
          .where('space_id', '=', spaceId)
          .orderBy('created_at')
          .execute();
        return { version, outcome_count, kept: kept.map(({ created_at }) => created_at) };
      });

    await keep(2_000);
    expect(await counts()).toEqual({ version: 1, outcome_count: 2, kept: [1_000, 2_000] });
    for (const now of [3_000, 4_000, 5_000]) await keep(now);
    expect(await counts()).toEqual({ version: 1, outcome_count: 3, kept: [3_000, 4_000, 5_000] });

    const expiry = { endedBefore: 0, deletedBefore: 0, changedBefore: 0, recordedBefore: 5_000 };
    await database.transact((tx) => purge(tx, spaceId, expiry, 100));
    expect(await counts()).toEqual({ version: 1, outcome_count: 1, kept: [5_000] });
  });

  test('[A2] make the row of a space that has none', async () => {
    const database = await engine.open();
    const spaceId = spaceOf(newId());
    await database.transact(async (tx) => {
      await lockSpace(tx, spaceId);
      await keepOutcome(tx, spaceId, { id: newId(), version: 0, now: 1 });
    });
    const space = await database.snapshot((tx) =>
      tx
        .selectFrom('space')
        .select(['version', 'outcome_count'])
        .where('space_id', '=', spaceId)
        .executeTakeFirst(),
    );
    expect(space).toEqual({ version: 0, outcome_count: 1 });
  });
});
