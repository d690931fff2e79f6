import { beforeAll, expect, test } from 'vitest';
import { actorOf, spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { forgetHistory } from '#src/sync/server/history/forget.ts';
import { push } from '#src/sync/server/push.ts';
import { addCollection, mutation, sampleId } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { HistorySources } from './history-sources.ts';

const HOUR_MS = 3_600_000;

describeEachEngine('the doors of a history', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  let last = 100;
  /** Renames the collection once for each door, in pushes of their own. */
  async function rename(user: ServerUser, ...doors: readonly string[]): Promise<void> {
    for (const door of doors) {
      last += 1;
      const change = { id: sampleId('collection', 1), changes: { name: `Name ${last}` }, at: last };
      await database.transact((tx) =>
        push(tx, actorOf(user.id, door), [mutation(last, 'collection.edit', change)], user.now),
      );
    }
  }

  test.each([1, 2, 2_000])(
    '[H1] are told from all entries, the newest first, also by %i entries at a time',
    async (slice) => {
      const [user, other] = [new ServerUser(database), new ServerUser(database)];
      for (const each of [user, other]) await each.push(addCollection(1));
      await rename(other, 'Of somebody else');
      await rename(user, 'Phone', 'Robot', 'Phone', 'Robot', 'Laptop');
      const sources = new HistorySources(database, slice);

      const all = await sources.of(spaceOf(user.id), 0);
      expect(all.slice(0, 3)).toEqual(['Laptop', 'Robot', 'Phone']);
      expect(all).toHaveLength(4);

      await rename(user, 'Tablet', 'Phone');
      expect((await sources.of(spaceOf(user.id), 1)).slice(0, 4)).toEqual([
        'Phone',
        'Tablet',
        'Laptop',
        'Robot',
      ]);
      expect(await sources.of(spaceOf('nobody'), 1)).toEqual([]);
    },
  );

  test('[H3] leave within an hour after their last entry', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    await rename(user, 'Phone');
    const sources = new HistorySources(database);
    expect(await sources.of(spaceOf(user.id), 0)).toContain('Phone');

    await database.transact((tx) => forgetHistory(tx, spaceOf(user.id), Infinity));
    await rename(user, 'Laptop');

    expect(await sources.of(spaceOf(user.id), HOUR_MS - 1)).toContain('Phone');
    expect(await sources.of(spaceOf(user.id), HOUR_MS)).toEqual(['Laptop']);
  });
});
