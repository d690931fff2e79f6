import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { actorOf, spaceOf } from '#src/domain/space.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { anyMutations, pieces } from '#src/sync/testing/arbitrary-mutations.ts';
import { Model } from '#src/sync/testing/model.ts';
import {
  NO_ROWS,
  addCollection,
  addTask,
  addTasks,
  collection,
  mutation,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { push } from './push.ts';

const MANY_TASKS = 20_000;
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

  test('deleting and restoring a collection of 20,000 tasks writes and tells one row', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addCollection(2));
    const done = mutation(5, 'task.complete', { id: sampleId('task', 3), at: 5 });
    await user.push(addTask(3), done, addTask(6, task(6, { collectionId: sampleId('collection', 2) })));
    for (let first = 10; first < 10 + MANY_TASKS; first += BATCH) await user.push(...addTasks(BATCH, first));
    const versions = await user.versions();

    const deleted = await user.push(deletion(90_000, 1));

    const { from, to } = deleted;
    const row = collection(1, { deletedAt: 90_000 });
    const told = {
      type: 'patch',
      from,
      to: from + 1,
      rows: {
        ...NO_ROWS,
        collection: [row],
      },
      changes: { collection: [{ id: c1, columns: { deletedAt: 90_000 } }] },
      rest: null,
    };
    expect(deleted).toEqual({ ...told, outcomes: [{ id: sampleId('mutation', 90_000), rejection: null }] });
    expect(await user.versions()).toEqual({ ...versions, [c1]: to });
    expect(await user.space()).toMatchObject({ tasks: 2, collections: 1 });

    const restored = await user.push(mutation(90_001, 'collection.restore', { id: c1, at: 90_001 }));

    expect([restored.rows.collection, restored.rows.task, restored.rest]).toEqual([
      [collection(1)],
      [],
      null,
    ]);
    expect(await user.versions()).toEqual({ ...versions, [c1]: to + 1 });
    expect(await user.space()).toMatchObject({ tasks: MANY_TASKS + 2, collections: 2 });
  });

  test('a deleted collection frees the room of its tasks, and comes back only while there is room for them', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), addTask(3));
    const full = (tasks: number) =>
      database.transact((tx) =>
        tx
          .updateTable('space')
          .set({ live_counts: JSON.stringify({ task: tasks, collection: 1 }) })
          .where('space_id', '=', spaceOf(user.id))
          .execute(),
      );
    await full(LIMITS.tasks);

    expect(await rejections(user, addTask(4), deletion(5, 1), addCollection(6))).toEqual([
      'TASK_LIMIT',
      null,
      null,
    ]);
    const others = [7, 8].map((n) => addTask(n, task(n, { collectionId: sampleId('collection', 6) })));
    const back = (n: number) => mutation(n, 'collection.restore', { id: c1, at: n });

    expect(await rejections(user, ...others, back(9))).toEqual([null, null, 'TASK_LIMIT']);
    const first = mutation(10, 'task.delete', { id: sampleId('task', 7), at: 10 });
    const second = mutation(11, 'task.restore', {
      id: sampleId('task', 3),
      collectionId: sampleId('collection', 6),
      at: 11,
    });
    // One task of the collection now has another collection, so only one more needs room.
    expect(await rejections(user, first, second, back(12))).toEqual([null, null, 'TASK_LIMIT']);
    const third = mutation(13, 'task.delete', { id: sampleId('task', 8), at: 13 });
    expect(await rejections(user, third, back(14))).toEqual([null, null]);
    expect(await user.space()).toMatchObject({ tasks: LIMITS.tasks });
  });

  test('[W5] a deletion that is sent again counts no tasks', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), addTask(3));
    const counted = async () =>
      (await database.transact((tx) => push(tx, actorOf(user.id), [deletion(4, 1), addTask(5)], 1_000))).work
        .tasks;

    expect([await counted(), await counted()]).toEqual([2, 0]);
  });

  test('[W4.8] the tasks below a moved task are counted once in a batch, and again after a change below it', async () => {
    const user = new ServerUser(database);
    const below = (n: number, above: number | null) =>
      addTask(n, task(n, { parentId: above === null ? null : sampleId('task', above) }));
    await user.push(addCollection(1), ...[2, 3].map((n) => below(n, null)));
    await user.push(below(10, 2), below(11, 2), below(20, 10), below(21, 10), below(30, 20));
    const move = (n: number, of: number, to: number) =>
      mutation(n, 'task.edit', {
        id: sampleId('task', of),
        changes: { parentId: sampleId('task', to) },
        at: n,
      });
    const counted = async (...mutations: Mutation[]) =>
      (await database.transact((tx) => push(tx, actorOf(user.id), mutations, 1_000))).work.tasks;

    expect(await counted(move(50, 2, 3))).toBe(5);
    // Two tasks are directly below its new parent, and three below the moved one.
    expect(await counted(move(51, 10, 2))).toBe(2 + 3);
    expect(await counted(move(52, 20, 3), move(53, 10, 3), move(54, 2, 3))).toBe(1 + 5);
    const away = (n: number) =>
      mutation(n, 'task.edit', { id: sampleId('task', 10), changes: { parentId: null }, at: n });
    const moves = [60, 62, 64].flatMap((n) => [move(n, 10, 2), away(n + 1)]);
    expect(await counted(...moves)).toBe(1 + 1);
    // Four tasks are directly below 2, 3 and 10. Below 10 there are at each move: task 21, none, and task 21 again.
    const leaf = [move(70, 10, 2), move(71, 21, 3), away(72), move(73, 21, 10), move(74, 10, 2)];
    expect(await counted(...leaf)).toBe(4 + 2);
  });

  test('the widest possible batch is applied', async () => {
    const user = new ServerUser(database);
    const collections = Array.from({ length: BATCH }, (_, i) => addCollection(i + 1));
    const moves = Array.from({ length: BATCH }, (_, i) => deletion(i + BATCH + 1, i + 1));

    expect(new Set(await rejections(user, ...collections))).toEqual(new Set([null]));
    expect(new Set(await rejections(user, ...moves))).toEqual(new Set([null]));

    expect(await user.space()).toEqual({ version: 2, tasks: 0, collections: 0 });
  });

  test('the live names of collections are unique, compared exactly', async () => {
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

  test('a name is free again as soon as the batch deletes its collection, any number of times', async () => {
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
    const { collection: collections = [] } = (await user.pull(0)).rows;
    expect(collections.filter((row) => row.deletedAt === null)).toEqual([collection(7, { name: 'Home' })]);
    expect(await rejections(user, named(8))).toEqual(['DUPLICATE_COLLECTION']);
  });

  test('a task that another device added meanwhile is deleted with its collection', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2));
    await user.push(addTask(3));

    const patch = await user.push(
      addTask(4),
      mutation(5, 'collection.delete', { id: c1, at: 5 }),
      addTask(6),
    );

    expect(patch.rows.collection).toEqual([collection(1, { deletedAt: 5 })]);
    expect(await user.space()).toMatchObject({ tasks: 0, collections: 0 });
    expect(patch.outcomes.at(-1)?.rejection).toBe('COLLECTION_GONE');
  });

  test('[W5] any mutations, in any batches, resent or not, apply once each, in order', async () => {
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
          const { collection: collections = [], task: tasks = [] } = (await user.pull(0)).rows;
          const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
            new Map(rows.map((row) => [row.id, row]));
          expect(byId(collections)).toEqual(model.collection);
          expect(byId(tasks)).toEqual(model.task);
          const space = await user.space();
          expect([space?.version ?? 0, space?.collections ?? 0, space?.tasks ?? 0]).toEqual([
            version,
            model.counts.collection,
            model.counts.task,
          ]);
        },
      ),
      { numRuns: 40 },
    );
  });
});
