import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import {
  NO_ROWS,
  addCollection,
  addTask,
  collection,
  mutation,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

describeEachEngine('push', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const c1 = sampleId('collection', 1);
  const t1 = sampleId('task', 1);
  const rename = (n: number, name: string, at: number) =>
    mutation(n, 'task.edit', { id: t1, changes: { name }, at });

  async function userWithTask(): Promise<ServerUser> {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2, task(1)));
    return user;
  }

  test('the first push makes version 1, and its patch holds the rows and an outcome for each mutation', async () => {
    const user = new ServerUser(database);

    const patch = await user.push(addCollection(1), addTask(2, task(1)));

    expect(patch).toEqual({
      type: 'patch',
      from: 0,
      to: 1,
      rows: {
        ...NO_ROWS,
        collection: [collection(1)],
        task: [task(1)],
      },
      changes: {},
      outcomes: [
        { id: sampleId('mutation', 1), rejection: null },
        { id: sampleId('mutation', 2), rejection: null },
      ],
      rest: null,
    });
    const rows = { collection: [collection(1)], task: [task(1)] };
    expect(await user.pull(0)).toEqual({ ...patch, rows, outcomes: [] });
  });

  test('every field of a row comes back as it was sent', async () => {
    const user = new ServerUser(database);
    const name = 'Ünïcode 🌻 \'quoted\' "double" \\ %_ \u0001\u{10FFFF}';
    const wide = task(1, {
      name,
      description: '\n\t\r'.repeat(5_000),
      createdAt: 8.64e15,
      updatedAt: 8.64e15,
    });
    await user.push(addCollection(1, collection(1, { name: '100 % / # ? 🌻' })), addTask(2, wide));
    await user.push(mutation(3, 'task.complete', { id: t1, at: 0 }));

    const { task: tasks = [], collection: collections = [] } = (await user.pull(0)).rows;

    expect(tasks).toEqual([{ ...wide, completedAt: 0, updatedAt: 0 }]);
    expect(collections).toEqual([collection(1, { name: '100 % / # ? 🌻' })]);
  });

  test('[W5] a mutation resent after a lost answer applies once', async () => {
    const user = await userWithTask();
    const first = await user.push(rename(3, 'First', 30));
    await user.push(rename(4, 'Second', 40));

    const again = await user.push(rename(3, 'First', 30));

    expect(again).toEqual({
      ...first,
      from: 3,
      to: 4,
      rows: NO_ROWS,
      changes: {},
    });
    expect((await user.pull(0)).rows.task).toEqual([task(1, { name: 'Second', updatedAt: 40 })]);
  });

  test('[W5] a resent batch with a new mutation at its end applies only the new one', async () => {
    const user = await userWithTask();
    await user.push(rename(3, 'First', 30));

    const patch = await user.push(rename(3, 'First', 30), rename(4, 'Second', 40));

    expect(patch.outcomes.map(({ rejection }) => rejection)).toEqual([null, null]);
    expect(patch.rows.task).toEqual([task(1, { name: 'Second', updatedAt: 40 })]);
  });

  test('[W5] a mutation that comes twice in one batch applies once, and is answered twice', async () => {
    const user = await userWithTask();

    const patch = await user.push(rename(3, 'First', 30), rename(4, 'Second', 40), rename(3, 'First', 30));

    expect(patch.outcomes.map(({ id }) => id)).toEqual([3, 4, 3].map((n) => sampleId('mutation', n)));
    expect(patch.rows.task).toEqual([task(1, { name: 'Second', updatedAt: 40 })]);
  });

  test('[W5] two users may have the same mutation id', async () => {
    const ada = await userWithTask();
    const bob = await userWithTask();
    await ada.push(rename(3, 'Hers', 30));

    expect((await bob.push(rename(3, 'His', 31))).rows.task).toEqual([
      task(1, { name: 'His', updatedAt: 31 }),
    ]);
    expect((await ada.pull(0)).rows.task).toEqual([task(1, { name: 'Hers', updatedAt: 30 })]);
  });

  test('[W6] a rejected mutation leaves only its recorded outcome, and the others of its batch apply', async () => {
    const user = new ServerUser(database);

    const patch = await user.push(
      addCollection(1),
      addTask(2, task(2, { collectionId: sampleId('collection', 9) })),
      addTask(3),
    );

    expect(patch.outcomes.map(({ rejection }) => rejection)).toEqual([null, 'COLLECTION_GONE', null]);
    expect(patch.rows.task).toEqual([task(3)]);
    expect((await user.pull(0)).rows.task).toEqual([task(3)]);
    expect(await user.outcomes()).toEqual({
      [sampleId('mutation', 1)]: null,
      [sampleId('mutation', 2)]: 'COLLECTION_GONE',
      [sampleId('mutation', 3)]: null,
    });
  });

  test('[W6] a resent rejected mutation gets the same answer, even when it could be applied now', async () => {
    const user = new ServerUser(database);
    const early = addTask(1);
    await user.push(early);
    await user.push(addCollection(2, collection(1)));

    const patch = await user.push(early);

    expect(patch.outcomes).toEqual([{ id: early.id, rejection: 'COLLECTION_GONE' }]);
    expect((await user.pull(0)).rows.task).toBeUndefined();
  });

  test('[W5] each row has the version of the push that wrote it last', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), addTask(3));

    await user.push(mutation(4, 'task.delete', { id: sampleId('task', 3), at: 4 }), addTask(5));

    expect(await user.versions()).toEqual({
      [c1]: 1,
      [sampleId('task', 2)]: 1,
      [sampleId('task', 3)]: 2,
      [sampleId('task', 5)]: 2,
    });
  });

  test('live rows are counted after every kind of change', async () => {
    const user = new ServerUser(database);
    const counts = async () => {
      const space = await user.space();
      return [space?.collections, space?.tasks];
    };
    await user.push(addCollection(1), addCollection(2), addTask(3, task(1)), addTask(4, task(2)), addTask(5));
    expect(await counts()).toEqual([2, 3]);

    await user.push(mutation(6, 'task.complete', { id: t1, at: 6 }));
    expect(await counts()).toEqual([2, 3]);

    await user.push(mutation(7, 'task.delete', { id: sampleId('task', 5), at: 7 }));
    await user.push(mutation(8, 'task.delete', { id: sampleId('task', 5), at: 8 }));
    expect(await counts()).toEqual([2, 2]);

    await user.push(mutation(9, 'collection.delete', { id: c1, at: 9 }));
    expect(await counts()).toEqual([1, 1]);

    const restored = { id: sampleId('task', 5), collectionId: sampleId('collection', 2), at: 10 };
    await user.push(mutation(10, 'task.restore', restored));
    expect(await counts()).toEqual([1, 2]);
  });

  test('limits count all live rows of the user, also those that the batch does not read', async () => {
    const user = await userWithTask();
    await database.db
      .updateTable('space')
      .set({
        live_counts: JSON.stringify({ task: LIMITS.tasks - 1, collection: LIMITS.collections - 1 }),
      })
      .where('space_id', '=', spaceOf(user.id))
      .execute();

    const patch = await user.push(
      addTask(3),
      addTask(4),
      mutation(5, 'task.delete', { id: t1, at: 5 }),
      addTask(6),
      addCollection(7),
      addCollection(8),
    );

    expect(patch.outcomes.map(({ rejection }) => rejection)).toEqual([
      null,
      'TASK_LIMIT',
      null,
      null,
      null,
      'COLLECTION_LIMIT',
    ]);
  });

  test('a failed push leaves no rows, no outcome and no version', async () => {
    const user = await userWithTask();
    const before = [await user.space(), await user.versions(), await user.outcomes()];
    const broken = mutation(3, 'task.edit', { id: t1, changes: { name: null as unknown as string }, at: 3 });

    await expect(user.push(addTask(4), broken)).rejects.toThrow(/null/iu);

    expect([await user.space(), await user.versions(), await user.outcomes()]).toEqual(before);
  });
});
