import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Mutation } from '#src/mutators/index.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/engines.ts';
import { anyMutations, pieces } from '#src/sync/testing/arbitrary-mutations.ts';
import { Model } from '#src/sync/testing/model.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { VERSION_ROWS } from './pull.ts';
import { push } from './push.ts';

const MANY_TASKS = 5_000;
const BATCH = 500;

describeEachEngine('push of batches', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const c1 = sampleId('collection', 1);
  const deletion = (n: number, of = n) =>
    mutation(n, 'collection.delete', { id: sampleId('collection', of), at: n });
  const rejections = async (user: ServerUser, ...mutations: readonly Mutation[]) =>
    (await user.push(...mutations)).outcomes.map(({ rejection }) => rejection);

  test('deleting a collection of 5,000 tasks deletes each of them, and no other, and restoring it the other way', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addCollection(2));
    const done = sampleId('task', 3);
    const other = task(4, { collectionId: sampleId('collection', 2) });
    await user.push(addTask(3), mutation(5, 'task.complete', { id: done, at: 5 }), addTask(6, other));
    for (let first = 10; first < 10 + MANY_TASKS; first += BATCH) {
      await user.push(...Array.from({ length: BATCH }, (_, i) => addTask(first + i)));
    }

    const patch = await user.push(mutation(9_000, 'collection.delete', { id: c1, at: 9_000 }));

    expect(patch.tasks).toHaveLength(MANY_TASKS);
    expect(patch.tasks.every((row) => row.collectionId === c1 && row.deletedAt === 9_000)).toBe(true);
    const { tasks } = await user.pull(0);
    const live = tasks.filter((row) => row.deletedAt === null).map(({ id }) => id);
    expect(live.toSorted()).toEqual([done, other.id]);
    expect(await user.space()).toMatchObject({ task_count: 2, collection_count: 1 });
    const byVersion = Object.groupBy(Object.values(await user.versions()), (version) => version);
    const sizes = Object.entries(byVersion).flatMap(([version, { length } = []]) =>
      Number(version) > patch.from ? [length] : [],
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBe(MANY_TASKS + 1);
    expect(sizes.length).toBe(patch.to - patch.from);
    // The last one has the collection as well.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(VERSION_ROWS + 1);

    const restored = await user.push(mutation(9_001, 'collection.restore', { id: c1, at: 9_001 }));

    expect(restored.tasks).toHaveLength(MANY_TASKS);
    expect(restored.tasks.every((row) => row.collectionId === c1 && row.deletedAt === null)).toBe(true);
    expect(await user.space()).toMatchObject({ task_count: MANY_TASKS + 2, collection_count: 2 });
  });

  test('[W5] a deletion that is sent again goes through no tasks', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), addTask(3));
    const rows = async () =>
      (await database.transact((tx) => push(tx, user.id, [deletion(4, 1), addTask(5)], 1_000))).rows;

    expect([await rows(), await rows()]).toEqual([2, 0]);
  });

  test('the widest batch there may be is taken', async () => {
    const user = new ServerUser(database);
    const collections = Array.from({ length: BATCH }, (_, i) => addCollection(i + 1));
    const moves = Array.from({ length: BATCH }, (_, i) => deletion(i + BATCH + 1, i + 1));

    expect(new Set(await rejections(user, ...collections))).toEqual(new Set([null]));
    expect(new Set(await rejections(user, ...moves))).toEqual(new Set([null]));

    expect(await user.space()).toEqual({ version: 1 + BATCH, task_count: 0, collection_count: 0 });
  });

  test('live names of collections are unique, compared exactly', async () => {
    const user = new ServerUser(database);
    const named = (n: number, name: string) => addCollection(n, collection(n, { name }));
    const nfc = 'Caf\u00e9';
    const nfd = 'Cafe\u0301';

    const outcomes = await rejections(
      user,
      named(1, 'Home'),
      named(2, 'home'),
      named(3, 'Home '),
      named(4, nfc),
      named(5, nfd),
      named(6, 'straße'),
      named(7, 'strasse'),
    );

    expect(outcomes).toEqual([null, null, null, null, null, null, null]);
    for (const name of ['Home', 'home', 'Home ', nfc, nfd, 'straße', 'strasse']) {
      expect(await rejections(user, addCollection(20 + name.length, collection(99, { name })))).toEqual([
        'DUPLICATE_COLLECTION',
      ]);
    }
  });

  test('a name is free again in the same batch in which its collection is deleted, any number of times', async () => {
    const user = new ServerUser(database);
    const named = (n: number) => addCollection(n, collection(n, { name: 'Home' }));
    await user.push(named(1));

    const outcomes = await rejections(
      user,
      named(2),
      deletion(3, 1),
      named(4),
      named(5),
      deletion(6, 4),
      named(7),
    );

    expect(outcomes).toEqual(['DUPLICATE_COLLECTION', null, null, 'DUPLICATE_COLLECTION', null, null]);
    const { collections } = await user.pull(0);
    expect(collections.filter((row) => row.deletedAt === null)).toEqual([collection(7, { name: 'Home' })]);
    expect(await rejections(user, named(8))).toEqual(['DUPLICATE_COLLECTION']);
  });

  test('a task that another device added in the meantime is deleted with its collection', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2));
    await user.push(addTask(3));

    const patch = await user.push(
      addTask(4),
      mutation(5, 'collection.delete', { id: c1, at: 5 }),
      addTask(6),
    );

    expect(patch.tasks.map((row) => `${row.createdAt}: ${row.deletedAt}`).toSorted()).toEqual([
      '2: 5',
      '3: 5',
      '4: 5',
    ]);
    expect(patch.outcomes.at(-1)?.rejection).toBe('COLLECTION_GONE');
  });

  test('[W5] any mutations, in any batches, each resent or not, have the effects of each once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyMutations(),
        fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
        fc.infiniteStream(fc.boolean()),
        async (mutations, cuts, resends) => {
          const user = new ServerUser(database);
          const model = new Model();
          let version = 0;
          for (const batch of pieces(mutations, cuts, 6)) {
            const expected = batch.map((mutation) => ({ id: mutation.id, rejection: model.apply(mutation) }));
            const times = resends.next().value ? 2 : 1;
            for (let time = 0; time < times; time++) {
              const { from, to, outcomes } = await user.push(...batch);
              expect({ from, outcomes }).toEqual({ from: version, outcomes: expected });
              expect(to).toBeGreaterThan(from);
              version = to;
            }
          }
          const { collections, tasks } = await user.pull(0);
          const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
            new Map(rows.map((row) => [row.id, row]));
          expect(byId(collections)).toEqual(model.collections);
          expect(byId(tasks)).toEqual(model.tasks);
          const live = (rows: readonly { deletedAt: number | null }[]) =>
            rows.filter((row) => row.deletedAt === null).length;
          const space = await user.space();
          expect([space?.version ?? 0, space?.collection_count ?? 0, space?.task_count ?? 0]).toEqual([
            version,
            live(collections),
            live(tasks),
          ]);
        },
      ),
      { numRuns: 40 },
    );
  });
});
