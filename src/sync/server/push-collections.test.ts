import { beforeAll, expect, test, vi } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { actorOf, spaceOf } from '#src/domain/space.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { push } from './push.ts';

describeEachEngine('push of changes to collections', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const c1 = sampleId('collection', 1);
  const deletion = (n: number, at = n) => mutation(n, 'collection.delete', { id: c1, at });
  const restoration = (n: number) => mutation(n, 'collection.restore', { id: c1, at: n });
  const rename = (n: number, name: string) =>
    mutation(n, 'collection.edit', { id: c1, changes: { name }, at: n });
  const rejections = async (user: ServerUser, ...mutations: readonly Mutation[]) =>
    (await user.push(...mutations)).outcomes.map(({ rejection }) => rejection);

  /** Collection 1 with tasks 2 and 3. Task 3 is deleted on its own. */
  async function userWithTasks(): Promise<ServerUser> {
    const user = new ServerUser(database);
    const ownDeletion = mutation(4, 'task.delete', { id: sampleId('task', 3), at: 4 });
    await user.push(addCollection(1), addTask(2), addTask(3), ownDeletion);
    return user;
  }

  const positions = async (user: ServerUser) => {
    const { collection: collections = [] } = (await user.pull(0)).rows;
    return new Map(collections.map(({ id, position }) => [id, position]));
  };
  const move = (n: number, target: number, position: number) =>
    mutation(n, 'collection.edit', { id: sampleId('collection', target), changes: { position }, at: n });

  test('a new collection comes after all others, for any clock of a device and any order of pushes', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1, collection(1, { createdAt: 1e12 })));

    await Promise.all([2, 3].map((n) => user.push(addCollection(n))));

    const found = await positions(user);
    expect(new Set([2, 3].map((n) => found.get(sampleId('collection', n))))).toEqual(
      new Set([1e12 + 1, 1e12 + 2]),
    );
  });

  test('a new collection comes after the last one, also when its batch has moved the last ones to the front', async () => {
    const user = new ServerUser(database);
    for (const n of [1, 2, 3, 4]) await user.push(addCollection(n, collection(n, { createdAt: 1_000 * n })));

    await user.push(move(5, 4, 1), move(6, 3, 2), addCollection(7));
    expect((await positions(user)).get(sampleId('collection', 7))).toBe(2_001);

    await user.push(move(8, 7, 9_000), addCollection(9));
    expect((await positions(user)).get(sampleId('collection', 9))).toBe(9_001);
  });

  test.each([-1.5, 0, 0.1, 1 / 3, 1_767_225_600_000.5, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE])(
    'the position %d comes back as the same number',
    async (position) => {
      const user = new ServerUser(database);
      await user.push(addCollection(1));

      const edit = mutation(2, 'collection.edit', { id: c1, changes: { position }, at: 2 });
      const patch = await user.push(edit);

      expect(patch.rows.collection).toEqual([collection(1, { position })]);
      expect((await user.pull(0)).rows.collection).toEqual([collection(1, { position })]);
    },
  );

  test('an edit overwrites only the fields that it names', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    const edit = (n: number, changes: object) => mutation(n, 'collection.edit', { id: c1, changes, at: n });

    await user.push(edit(2, { name: 'Garden', color: '#63B76C' }));
    await user.push(edit(3, { color: '#BF8FCC' }), edit(4, { position: 0.5 }));

    const edited = { name: 'Garden', color: '#BF8FCC', position: 0.5 } as const;
    expect((await user.pull(0)).rows.collection).toEqual([collection(1, edited)]);
  });

  test('a new name must differ from those of all live collections, also of those that the batch does not name', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addCollection(2));

    expect(await rejections(user, rename(3, 'Collection 2'))).toEqual(['DUPLICATE_COLLECTION']);
    const deleteOther = mutation(4, 'collection.delete', { id: sampleId('collection', 2), at: 4 });
    expect(await rejections(user, deleteOther, rename(5, 'Collection 2'))).toEqual([null, null]);
  });

  test('a restored collection brings back its tasks, in a push of its own', async () => {
    const user = await userWithTasks();
    await user.push(deletion(5));

    const patch = await user.push(restoration(6));

    expect(patch.rows.collection).toEqual([collection(1)]);
    expect(await user.space()).toMatchObject({ tasks: 1, collections: 1 });
    const { task: tasks = [] } = (await user.pull(0)).rows;
    expect(tasks.toSorted((a, b) => a.createdAt - b.createdAt)).toEqual([task(2), task(3, { deletedAt: 4 })]);
  });

  test('a restored collection brings back its tasks in the batch that deletes it, again and again', async () => {
    const user = await userWithTasks();

    expect(await rejections(user, deletion(5), restoration(6), deletion(7), restoration(8))).toEqual([
      null,
      null,
      null,
      null,
    ]);

    const { collection: collections = [], task: tasks = [] } = (await user.pull(0)).rows;
    expect(collections).toEqual([collection(1)]);
    expect(new Map(tasks.map(({ id, deletedAt }) => [id, deletedAt]))).toEqual(
      new Map([
        [sampleId('task', 2), null],
        [sampleId('task', 3), 4],
      ]),
    );
  });

  test('a purged collection that is added anew counts the tasks that come back, and needs room for them', async () => {
    const user = await userWithTasks();
    const purge = (n: number) => mutation(n, 'collection.purge', { id: c1, at: n });
    await user.push(deletion(20), purge(21));
    expect(await user.space()).toMatchObject({ collections: 0, tasks: 0 });

    await user.push(addCollection(22, collection(1)));
    expect(await user.space()).toMatchObject({ collections: 1, tasks: 1 });

    await user.push(deletion(23), purge(24));
    expect(await user.space()).toMatchObject({ collections: 0, tasks: 0 });
    await database.transact((tx) =>
      tx
        .updateTable('space')
        .set({ live_counts: JSON.stringify({ task: LIMITS.tasks }) })
        .where('space_id', '=', spaceOf(user.id))
        .execute(),
    );
    expect(await rejections(user, addCollection(25, collection(1)))).toEqual(['TASK_LIMIT']);
  });

  test('a collection is not restored while another one has its name, also after it was renamed', async () => {
    const user = await userWithTasks();
    const named = (n: number, name: string) => addCollection(n, collection(n, { name }));
    await user.push(deletion(5));
    await user.push(named(6, 'Collection 1'));
    expect(await rejections(user, restoration(7))).toEqual(['DUPLICATE_COLLECTION']);

    const other = await userWithTasks();
    await other.push(named(5, 'Garden'));
    const deleteGarden = mutation(8, 'collection.delete', { id: sampleId('collection', 5), at: 8 });
    expect(
      await rejections(
        other,
        rename(6, 'Home'),
        deletion(7),
        deleteGarden,
        named(9, 'Home'),
        restoration(10),
        mutation(11, 'collection.delete', { id: sampleId('collection', 9), at: 11 }),
        restoration(12),
      ),
    ).toEqual([null, null, null, null, 'DUPLICATE_COLLECTION', null, null]);
  });

  test('a push reads only the rows that its mutations name', async () => {
    const user = await userWithTasks();
    await user.push(addCollection(5), addTask(6, task(6, { collectionId: sampleId('collection', 5) })));
    await user.push(mutation(7, 'collection.delete', { id: sampleId('collection', 5), at: 7 }));
    const edit = mutation(8, 'task.edit', { id: sampleId('task', 2), changes: { name: 'New' }, at: 8 });

    expect(await rowsRead(user, edit)).toEqual({ collection: [c1], task: [sampleId('task', 2)] });
    for (const each of [rename(9, 'Home'), deletion(10), restoration(11)])
      expect(await rowsRead(user, each)).toEqual({ collection: [c1], task: [] });
  });

  /** The ids of the rows that a push reads, by table. */
  async function rowsRead(
    user: ServerUser,
    each: Mutation,
  ): Promise<{ collection: string[]; task: string[] }> {
    const found = await database.transact(async (tx) => {
      const queries = await tx
        .getExecutor()
        .provideConnection(async (connection) => vi.spyOn(connection, 'executeQuery'));
      try {
        await push(tx, actorOf(user.id), [each], 1_000);
        const results = await Promise.all(queries.mock.results.map(({ value }) => value));
        return results.flatMap(({ rows }) => rows as { id?: string; date?: string; color?: string }[]);
      } finally {
        queries.mockRestore();
      }
    });
    const ids = (column: 'date' | 'color') =>
      [...new Set(found.flatMap((row) => (row[column] === undefined ? [] : row.id!)))].toSorted();
    return { collection: ids('color'), task: ids('date') };
  }

  test("another user's collection cannot be restored or edited", async () => {
    const ada = await userWithTasks();
    await ada.push(deletion(5));
    const bob = new ServerUser(database);

    expect(await rejections(bob, restoration(6), rename(7, 'Mine'))).toEqual([
      'COLLECTION_GONE',
      'COLLECTION_GONE',
    ]);
    expect((await bob.pull(0)).rows).toEqual({});
  });
});
