import { beforeAll, expect, test } from 'vitest';
import { idSetOf } from '#src/domain/id-set.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { purge } from './purge.ts';
import { bytesOf, ROW_BYTES } from './stored-bytes.ts';

/** 4,000 characters of three bytes each. */
const LONG = '語'.repeat(4_000);
const TASKS = 1_000;
const BATCH = 250;
/** Room for two thousand tasks of this length, and some more. */
const MAX_BYTES = 26_000_000;

describeEachEngine('the stored bytes of a user', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const id = (n: number) => sampleId('task', n);
  const edit = (n: number, of: number, changes: object) =>
    mutation(n, 'task.edit', { id: id(of), changes, at: n });
  const remove = (n: number, of: number) => mutation(n, 'task.delete', { id: id(of), at: n });
  const bytes = (user: ServerUser) =>
    database.snapshot(async (tx) => {
      const space = await tx
        .selectFrom('space')
        .select(['stored_bytes', 'outcome_count'])
        .where('space_id', '=', spaceOf(user.id))
        .executeTakeFirstOrThrow();
      return space;
    });

  /** The distinct outcomes of the mutations, pushed in batches. */
  async function outcomesOf(user: ServerUser, mutations: readonly Mutation[]): Promise<(string | null)[]> {
    const found = new Set<string | null>();
    for (let start = 0; start < mutations.length; start += BATCH) {
      const { outcomes } = await user.push(...mutations.slice(start, start + BATCH));
      for (const { rejection } of outcomes) found.add(rejection);
    }
    return [...found];
  }

  test('are counted as rows change, deleted ones too', async () => {
    const user = new ServerUser(database);
    const long = task(2, { name: 'Naïve 🌻', description: LONG });
    await user.push(addCollection(1), addTask(2, long), addTask(3));
    const all = bytesOf('collection', collection(1)) + bytesOf('task', long) + bytesOf('task', task(3));
    expect(all).toBe(3 * ROW_BYTES + 12 + 11 + 12_000 + 6);
    expect(await bytes(user)).toMatchObject({ stored_bytes: all });

    await user.push(remove(4, 2), mutation(5, 'collection.delete', { id: collection(1).id, at: 5 }));
    expect(await bytes(user)).toMatchObject({ stored_bytes: all });

    await user.push(mutation(6, 'collection.restore', { id: collection(1).id, at: 6 }));
    await user.push(edit(7, 3, { name: 'X', description: 'é' }));
    expect(await bytes(user)).toMatchObject({ stored_bytes: all - 6 + 1 + 2 });
  });

  test('count the labels and the rule of a task, until its texts go', async () => {
    const user = new ServerUser(database);
    const labels = idSetOf([1, 2, 3].map((n) => sampleId('label', n)));
    const bare = bytesOf('collection', collection(1)) + bytesOf('task', task(2));
    await user.push(addCollection(1), addTask(2, task(2, { labels, repeat: 'FREQ=DAILY' })));
    expect(await bytes(user)).toMatchObject({ stored_bytes: bare + 3 * 37 - 1 + 10 });

    await user.push(remove(3, 2));
    const expiry = { endedBefore: 9_000, deletedBefore: 0, recordedBefore: 0, changedBefore: 0 };
    await database.transact((tx) => purge(tx, spaceOf(user.id), expiry, 100));

    expect(await bytes(user)).toMatchObject({ stored_bytes: bare - 6 });
    expect((await user.pull(0)).rows.task).toMatchObject([{ name: '', labels: '', repeat: null }]);
  });

  test('have a limit for a thousand long tasks that are added and deleted again and again, and other changes go on', async () => {
    const user = new ServerUser(database, { maxBytes: MAX_BYTES });
    await user.push(addCollection(1));
    const round = (first: number) => {
      const numbers = Array.from({ length: TASKS }, (_, i) => first + i);
      return {
        adds: numbers.map((n) => addTask(n, task(n, { description: LONG }))),
        deletes: numbers.map((n) => remove(100_000 + n, n)),
      };
    };
    expect(await outcomesOf(user, round(1_000).adds)).toEqual([null]);
    expect(await outcomesOf(user, round(1_000).deletes)).toEqual([null]);
    expect(await outcomesOf(user, round(2_000).adds)).toEqual([null]);

    expect(await outcomesOf(user, round(3_000).adds)).toContain('STORAGE_LIMIT');
    expect(await outcomesOf(user, round(4_000).adds)).toEqual(['STORAGE_LIMIT']);
    const { stored_bytes } = await bytes(user);
    expect(stored_bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(stored_bytes).toBeGreaterThan(MAX_BYTES - 13_000);

    const honest = [
      edit(200_001, 2_001, { name: 'Short' }),
      mutation(200_002, 'task.complete', { id: id(2_002), at: 1 }),
      mutation(200_003, 'task.reopen', { id: id(2_002), collectionId: collection(1).id, at: 1 }),
      mutation(200_004, 'task.restore', { id: id(1_001), collectionId: collection(1).id, at: 1 }),
      remove(200_005, 1_001),
      mutation(200_006, 'collection.delete', { id: collection(1).id, at: 1 }),
      mutation(200_007, 'collection.restore', { id: collection(1).id, at: 1 }),
      edit(200_008, 2_003, { description: '' }),
      addTask(200_009, task(5_000)),
    ];
    expect(await outcomesOf(user, honest)).toEqual([null]);
    const longer = edit(200_010, 5_000, { description: LONG.repeat(4) });
    expect(await outcomesOf(user, [longer])).toEqual(['STORAGE_LIMIT']);
  }, 60_000);

  test('[W10] shrink when the texts of deleted rows go, and when their tombstones go', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2, task(2, { description: LONG })), addTask(3));
    await user.push(remove(4, 2));
    const before = (await bytes(user)).stored_bytes;
    const age = async (endedBefore: number, deletedBefore: number) => {
      const expiry = { endedBefore, deletedBefore, recordedBefore: 0, changedBefore: 0 };
      await database.transact((tx) => purge(tx, spaceOf(user.id), expiry, 100));
      return bytes(user);
    };

    expect(await age(1_000, 0)).toMatchObject({ stored_bytes: before });
    const texts = bytesOf('task', task(2, { description: LONG })) - ROW_BYTES;
    expect(await age(1_001, 0)).toMatchObject({ stored_bytes: before - texts });
    expect((await user.pull(0)).rows.task).toContainEqual(
      task(2, { name: '', description: '', deletedAt: 4 }),
    );
    expect(await age(1_001, 1_001)).toMatchObject({
      stored_bytes: bytesOf('collection', collection(1)) + bytesOf('task', task(3)),
      outcome_count: 4,
    });
  });

  test('[W10] a row without its texts cannot be restored, and is added anew under its id', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addCollection(5), addTask(2), addTask(3));
    await user.push(
      mutation(6, 'task.edit', { id: id(3), changes: { collectionId: collection(5).id }, at: 6 }),
      remove(7, 2),
      mutation(8, 'collection.delete', { id: collection(5).id, at: 8 }),
    );
    const expiry = { endedBefore: 2_000, deletedBefore: 0, recordedBefore: 0, changedBefore: 0 };
    await database.transact((tx) => purge(tx, spaceOf(user.id), expiry, 100));

    const { outcomes } = await user.push(
      mutation(9, 'task.restore', { id: id(2), collectionId: collection(1).id, at: 9 }),
      mutation(10, 'collection.restore', { id: collection(5).id, at: 10 }),
      mutation(11, 'task.restore', { id: id(3), collectionId: collection(1).id, at: 11 }),
      mutation(12, 'task.complete', { id: id(2), at: 12 }),
    );
    expect(outcomes.map(({ rejection }) => rejection)).toEqual(['GONE', 'COLLECTION_GONE', 'GONE', 'GONE']);

    const again = [
      addCollection(13, collection(5, { createdAt: 13 })),
      addTask(14, task(2, { createdAt: 14, updatedAt: 14, collectionId: collection(5).id })),
    ];
    const patch = await user.push(...again);
    expect(patch.rows.collection).toEqual([collection(5, { createdAt: 13, position: 13 })]);
    expect(patch.rows.task).toEqual([
      task(2, { createdAt: 14, updatedAt: 14, collectionId: collection(5).id }),
    ]);
    const { task: tasks = [], collection: collections = [] } = (await user.pull(patch.from)).rows;
    expect([collections, tasks]).toEqual([patch.rows.collection, patch.rows.task]);
    expect(await user.space()).toMatchObject({ tasks: 1, collections: 2 });
  });

  test('[W10] a deleted collection keeps its name while a completed task shows it', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), mutation(3, 'task.complete', { id: id(2), at: 3 }));
    await user.push(mutation(4, 'collection.delete', { id: collection(1).id, at: 4 }));
    const erase = () => {
      const expiry = { endedBefore: 2_000, deletedBefore: 0, recordedBefore: 0, changedBefore: 0 };
      return database.transact((tx) => purge(tx, spaceOf(user.id), expiry, 100));
    };

    expect(await erase()).toMatchObject({ erased: 0 });
    expect((await user.pull(0)).rows.collection).toEqual([collection(1, { deletedAt: 4 })]);
    await user.push(remove(5, 2));
    expect(await erase()).toMatchObject({ erased: 1 });
    expect((await user.pull(0)).rows.collection).toEqual([collection(1, { name: '', deletedAt: 4 })]);
  });

  test('[W5] only the newest recorded outcomes are kept', async () => {
    const user = new ServerUser(database, { maxOutcomes: 3 });
    user.now = 1;
    await user.push(addCollection(1), addTask(2));
    user.now = 2;
    await user.push(addTask(3), addTask(4));

    expect(await bytes(user)).toMatchObject({ outcome_count: 3 });
    const known = Object.keys(await user.outcomes());
    expect(known).toHaveLength(3);
    expect(known).toEqual(expect.arrayContaining([sampleId('mutation', 3), sampleId('mutation', 4)]));
  });
});
