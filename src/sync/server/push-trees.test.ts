import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { pieces } from '#src/sync/testing/arbitrary-mutations.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { purge } from './purge.ts';

/** When the purge runs: after all deletions. */
const NOW = 99_000;

const taskId = (n: number) => sampleId('task', n);
const collectionId = (n: number) => sampleId('collection', n);
/** Mutation `n`: puts a collection below another. */
const move = (n: number, id: number, below: number) =>
  mutation(n, 'collection.edit', { id: collectionId(id), changes: { parentId: collectionId(below) }, at: n });

const nth = fc.integer({ min: 1, max: 4 });
const parentId = fc.option(nth.map(taskId));
const call = (name: string, args: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ name: fc.constant(name), args: fc.record({ ...args, at: fc.nat(20) }) });
const ofCollection = { id: nth.map(collectionId) };
const ofTask = { id: nth.map(taskId) };
/** Mutations that place rows below others, or delete and restore the rows above. */
const anyMove = fc.oneof(
  nth.map((n) => addCollection(n)),
  call('collection.edit', { ...ofCollection, changes: fc.record({ parentId: nth.map(collectionId) }) }),
  call('collection.delete', ofCollection),
  call('collection.restore', ofCollection),
  nth.chain((n) => parentId.map((parent) => addTask(n, task(n, { parentId: parent })))),
  call('task.edit', { ...ofTask, changes: fc.record({ parentId }) }),
  call('task.delete', ofTask),
  call('task.restore', { ...ofTask, collectionId: nth.map(collectionId) }),
);

describeEachEngine('rows below rows', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const accepted = async (user: ServerUser, ...mutations: Mutation[]) => {
    const { outcomes } = await user.push(...mutations);
    expect(outcomes.filter(({ rejection }) => rejection !== null)).toEqual([]);
  };

  const purgeAll = (user: ServerUser) =>
    database.transact((tx) =>
      purge(
        tx,
        spaceOf(user.id),
        { endedBefore: NOW, deletedBefore: NOW, recordedBefore: 0, changedBefore: 0 },
        100,
      ),
    );

  test('a sub-task that came too deep while it was deleted is restored to the top, and can be changed', async () => {
    const user = new ServerUser(database);
    // Task 2 is below task 1, and task 3 below task 2. Tasks 10 to 14 are a chain, each below the one before.
    await accepted(
      user,
      addCollection(1),
      addTask(101, task(1)),
      addTask(102, task(2, { parentId: taskId(1) })),
      addTask(103, task(3, { parentId: taskId(2) })),
      ...[10, 11, 12, 13, 14].map((n) =>
        addTask(100 + n, task(n, { parentId: n === 10 ? null : taskId(n - 1) })),
      ),
    );

    await accepted(
      user,
      mutation(21, 'task.delete', { id: taskId(2), at: 30 }),
      mutation(22, 'task.edit', { id: taskId(1), changes: { parentId: taskId(14) }, at: 31 }),
      mutation(23, 'task.restore', { id: taskId(2), collectionId: collectionId(1), at: 32 }),
    );
    await accepted(user, mutation(24, 'task.edit', { id: taskId(3), changes: { name: 'Weed' }, at: 33 }));

    const { task: tasks = [] } = (await user.pull(0)).rows;
    const byId = new Map(tasks.map((row) => [row.id, row]));
    expect(byId.get(taskId(2))).toMatchObject({ deletedAt: null, parentId: null });
    expect(byId.get(taskId(3))).toMatchObject({ name: 'Weed', parentId: taskId(2) });
    expect(byId.get(taskId(1))).toMatchObject({ parentId: taskId(14) });
  });

  test('a collection that came too deep while its parent was deleted takes none below it, and can be changed', async () => {
    const user = new ServerUser(database);
    // Collection 2 is below 1, and 3 below 2. Collection 4 is below 5.
    await accepted(user, ...[1, 2, 3, 4, 5, 6].map((n) => addCollection(n, collection(n, { name: `${n}` }))));
    await accepted(
      user,
      move(11, 2, 1),
      move(12, 3, 2),
      move(13, 4, 5),
      mutation(14, 'collection.delete', { id: collectionId(2), at: 14 }),
      move(15, 1, 4),
      mutation(16, 'collection.restore', { id: collectionId(2), at: 16 }),
    );

    const { outcomes } = await user.push(
      move(17, 6, 3),
      mutation(18, 'collection.edit', { id: collectionId(3), changes: { name: 'Three' }, at: 18 }),
    );

    expect(outcomes.map(({ rejection }) => rejection)).toEqual(['TOO_DEEP', null]);
  });

  test('[W10] each move has an outcome, for any purges between them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMove, { maxLength: 60, size: 'max' }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
        async (moves, cuts) => {
          const user = new ServerUser(database);
          const mutations = moves.map(
            (move, n) => ({ ...move, id: sampleId('mutation', n + 1) }) as Mutation,
          );
          for (const batch of pieces(mutations, cuts, 6)) {
            const { outcomes } = await user.push(...batch);
            expect(outcomes.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
            await purgeAll(user);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('[W10] a collection whose parent is purged takes others below it', async () => {
    const user = new ServerUser(database);
    await accepted(user, addCollection(1), addCollection(2), addCollection(3), move(11, 2, 1));
    await accepted(user, mutation(12, 'collection.delete', { id: collectionId(1), at: 12 }));
    expect(await purgeAll(user)).toMatchObject({ rows: 1 });

    await accepted(user, move(13, 3, 2));

    const { collection: collections = [] } = (await user.pull(0)).rows;
    const parents = new Map(collections.map(({ id, parentId }) => [id, parentId]));
    expect(parents.get(collectionId(3))).toBe(collectionId(2));
  });
});
