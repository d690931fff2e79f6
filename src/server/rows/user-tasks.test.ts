import { beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import {
  addCollection,
  addTask,
  addTasks,
  collection,
  mutation,
  sampleId,
  task,
  taskIds,
} from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { readDueTasks, readTasks } from './user-tasks.ts';

const DAY = '2026-06-15' as CalendarDay;
const parentId = sampleId('task', 1);
/** Mutations that add two collections. */
const COLLECTIONS = [1, 2].map((n) => addCollection(80 + n, collection(n)));
const inSecond = { collectionId: sampleId('collection', 2) };

const complete = (n: number) => mutation(60 + n, 'task.complete', { id: sampleId('task', n), at: 25 });

describeEachEngine('tasks as their user sees them', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const read = (user: ServerUser, ...numbers: readonly number[]) =>
    database.snapshot((tx) => readTasks(tx, spaceOf(user.id), taskIds(...numbers), ['name', 'labels']));
  const due = async (user: ServerUser, day = DAY) => {
    const tasks = await database.snapshot((tx) => readDueTasks(tx, spaceOf(user.id), day, ['name']));
    return tasks.map(({ name }) => name).toSorted();
  };

  test('a sub-task has the collection of its topmost parent, and the requested columns of its own', async () => {
    const user = new ServerUser(database);
    await user.push(...COLLECTIONS, addTask(1, task(1, inSecond)));
    await user.push(
      addTask(2, task(2, { parentId })),
      addTask(3, task(3, { parentId: sampleId('task', 2) })),
    );

    const found = (await read(user, 3)).get(sampleId('task', 3));

    expect(found).toMatchObject({ name: 'Task 3', labels: '', ...inSecond, isOpen: true, isArchived: false });
    expect(found).not.toHaveProperty('description');
  });

  test('a task is missing when it is deleted, went with its parent or collection, or belongs to another user', async () => {
    const [user, other] = [new ServerUser(database), new ServerUser(database)];
    await user.push(...COLLECTIONS, addTask(1), addTask(2, task(2, { parentId })));
    await user.push(addTask(3, task(3, inSecond)), addTask(4));
    await user.push(
      mutation(71, 'task.delete', { id: parentId, at: 20 }),
      mutation(90, 'collection.delete', { id: inSecond.collectionId, at: 20 }),
    );
    await other.push(...COLLECTIONS, addTask(5));

    expect([...(await read(user, 1, 2, 3, 4, 5, 6)).keys()]).toEqual(taskIds(4));
  });

  test('[R4] a sub-task of a completed task is not open; when its parent repeats, it opens again', async () => {
    const user = new ServerUser(database);
    const daily = { repeat: 'FREQ=DAILY' };
    await user.push(...COLLECTIONS, addTask(1, task(1, daily)), addTask(2, task(2, { parentId })));
    await user.push(addTask(3), addTask(4, task(4, { parentId: sampleId('task', 3) })));
    await user.push(complete(2), complete(3));
    const openness = async () => (await read(user, 1, 2, 3, 4)).values().map(({ isOpen }) => isOpen);
    expect([...(await openness())]).toEqual([true, false, false, false]);

    const time = { due: DAY, now: `${DAY}T18:00`, occurrenceId: null };
    await user.push(mutation(91, 'task.advance', { id: parentId, ...time, at: 30 }));

    expect([...(await openness())]).toEqual([true, true, false, false]);
  });

  test('[T8] a task in an archived collection, or below one, is marked as archived', async () => {
    const user = new ServerUser(database);
    await user.push(...COLLECTIONS, addTask(1), addTask(2, task(2, inSecond)));
    const edit = (n: number, id: string, changes: object) =>
      mutation(n, 'collection.edit', { id, changes, at: 20 });
    await user.push(
      edit(92, inSecond.collectionId, { parentId: sampleId('collection', 1) }),
      edit(93, sampleId('collection', 1), { archivedAt: 20 }),
    );

    expect([...(await read(user, 1, 2)).values()].map(({ isArchived }) => isArchived)).toEqual([true, true]);
    expect(await due(user)).toEqual([]);
  });

  test('the due tasks are the open tasks of the day and of earlier days', async () => {
    const user = new ServerUser(database);
    const on = (n: number, date: string | null) => addTask(n, task(n, { date: date as CalendarDay | null }));
    await user.push(...COLLECTIONS, on(1, DAY), on(2, '2026-06-01'), on(3, '2026-06-16'), on(4, null));
    await user.push(on(5, DAY), complete(5));

    expect(await due(user)).toEqual(['Task 1', 'Task 2']);
  });

  test('tasks beyond one statement are all found', async () => {
    const user = new ServerUser(database);
    await user.push(...COLLECTIONS);
    for (let first = 101; first < 1_300; first += 400) await user.push(...addTasks(400, first));

    expect(await due(user)).toHaveLength(1_200);
  });
});
