import { beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { actorOf } from '#src/domain/space.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { addCollection, addTask, mutation, task, taskIds } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { push } from './push.ts';

const DUE = '2026-06-15' as CalendarDay;
const [series = '', time = ''] = taskIds(2, 3);

describeEachEngine('push of changes to repeating tasks', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  async function userWithSeries(): Promise<ServerUser> {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2, task(2, { repeat: 'FREQ=DAILY' })));
    return user;
  }

  const turn = (n: number, isThere: 0 | 1) =>
    mutation(n, 'task.turn', { id: series, occurrenceId: time, isThere, changes: { date: DUE }, at: n });

  test('[R2] a completed time counts in the collection that another device moved it to when the advance is taken back', async () => {
    const user = await userWithSeries();
    const advance = { id: series, due: DUE, now: `${DUE}T12:00`, occurrenceId: time, steps: '', at: 5 };
    await user.push(addCollection(4), mutation(5, 'task.advance', advance));
    const elsewhere = addCollection(4).args.id;
    await user.push(mutation(6, 'task.reopen', { id: time, collectionId: elsewhere, at: 6 }));
    expect(await user.space()).toMatchObject({ tasks: 2 });

    await user.push(turn(7, 0));
    expect(await user.space()).toMatchObject({ tasks: 1 });
    await user.push(turn(8, 1));
    expect(await user.space()).toMatchObject({ tasks: 2 });
  });

  test('[W10] a push that reads a missing row is answered by a patch', async () => {
    const user = await userWithSeries();
    const pushed = (each: Mutation) => database.transact((tx) => push(tx, actorOf(user.id), [each], 1_000));

    const edit = mutation(4, 'task.edit', { id: series, changes: { name: 'Weed' }, at: 4 });
    expect((await pushed(edit)).isForeseen).toBe(true);
    expect((await pushed(turn(5, 0))).isForeseen).toBe(false);
    expect((await pushed(turn(6, 1))).patch.outcomes[0]?.rejection).toBe('GONE');
  });

  test('[R4] the days below a task move on the server as on the device, also for tasks that the same push moves below it', async () => {
    const user = await userWithSeries();
    const [pack = '', bags = '', hats = '', late = ''] = taskIds(12, 13, 14, 15);
    const date = '2026-06-13' as CalendarDay;
    await user.push(
      addTask(12, task(12, { parentId: series, date: null })),
      addTask(13, task(13, { parentId: pack, date })),
      // Task 14 is elsewhere, with one task below it.
      addTask(14, task(14, { date })),
      addTask(15, task(15, { parentId: hats, date })),
    );
    const args = {
      id: series,
      due: DUE,
      now: `${DUE}T12:00`,
      occurrenceId: time,
      renews: 1,
      at: 20,
    } as const;
    const all = [
      mutation(20, 'task.edit', { id: hats, changes: { parentId: pack }, at: 19 }),
      mutation(21, 'task.advance', args),
    ];

    await user.push(...all);

    const days = async () => {
      const rows = (await user.pull(0)).rows.task ?? [];
      return [pack, bags, hats, late].map((id) => rows.find((row) => row.id === id)?.date);
    };
    expect(await days()).toEqual([null, '2026-06-14', '2026-06-14', '2026-06-14']);
    const below = [bags, late].map((id) => ({ id, changes: { date } }));
    const back = { id: series, occurrenceId: time, changes: { date: DUE, repeatDue: null, cycleAt: null } };
    await user.push(mutation(22, 'task.turn', { ...back, below, at: 22 }));
    expect(await days()).toEqual([null, date, '2026-06-14', date]);
  });

  test('[R4] a device is told the changes to tasks that its push does not name', async () => {
    const user = await userWithSeries();
    await user.push(addTask(12, task(12, { parentId: series, date: DUE })));
    const skip = { id: series, due: DUE, now: `${DUE}T12:00`, renews: 1, at: 20 } as const;

    const pushed = await database.transact((tx) =>
      push(tx, actorOf(user.id), [mutation(20, 'task.advance', skip)], 1_000),
    );

    expect(pushed.isForeseen).toBe(false);
    expect(pushed.patch.changes.task?.map(({ id }) => id).toSorted()).toEqual(taskIds(2, 12));
  });

  test('[R4] two megabytes of texts are read below a task at most, and the tasks beyond stay on their days', async () => {
    const user = await userWithSeries();
    const description = 'x'.repeat(16_000);
    const many = Array.from({ length: 140 }, (_, n) => addTask(200 + n, task(200 + n, { parentId: series, date: DUE, description }))); // prettier-ignore
    await user.push(...many);
    const args = { id: series, due: DUE, now: `${DUE}T12:00`, renews: 1, at: 20 } as const;

    await user.push(mutation(20, 'task.advance', args));

    const days: unknown[] = [];
    for (let page = await user.pull(0); ; page = await user.pull(page.to)) {
      for (const row of page.rows.task ?? []) if (row.parentId === series) days.push(row.date);
      if (!page.rest) break;
    }
    expect([days.length, days.filter((day) => day !== DUE).length]).toEqual([140, 124]);
  });

  /** Stores 40 sub-tasks of the series, each with 200 tasks below it. Returns the ids of these, in order. */
  const withTree = async (
    user: ServerUser,
    order: <T>(rows: T[]) => T[] = (rows) => rows,
  ): Promise<string[]> => {
    const branches = Array.from({ length: 40 }, (_, n) => 100 + n);
    const leaves = branches.flatMap((parent) => Array.from({ length: 200 }, (_, n) => ({ parent, n: parent * 1_000 + n }))); // prettier-ignore
    const idOf = (n: number) => taskIds(n)[0] ?? '';
    const tree = [
      ...order(branches.map((n) => addTask(n, task(n, { parentId: series, date: null })))),
      ...order(leaves.map(({ parent, n }) => addTask(n, task(n, { parentId: idOf(parent), date: DUE })))),
    ];
    for (let start = 0; start < tree.length; start += 500) await user.push(...tree.slice(start, start + 500));
    return leaves.map(({ n }) => idOf(n));
  };
  const skip = mutation(20, 'task.advance', {
    id: series,
    due: DUE,
    now: `${DUE}T12:00`,
    renews: 1,
    at: 20,
  });

  test('[R4] a tree of 8,000 tasks is read only in part, and the nearest 500 tasks move', async () => {
    const user = await userWithSeries();
    const leaves = await withTree(user);

    const { patch, work } = await database.transact((tx) => push(tx, actorOf(user.id), [skip], 1_000));

    const moved = patch.changes.task?.map(({ id }) => id).toSorted();
    expect(moved).toEqual([series, ...leaves.slice(0, 500)]);
    expect(work.tasks).toBeLessThan(2_500);
  });

  test('[R4] the same 500 tasks of a tree move, however they came, and whatever else the push reads of them', async () => {
    const user = await userWithSeries();
    const leaves = await withTree(user, (rows) => rows.toReversed());
    await user.push(addTask(50, task(50)));
    const below = mutation(19, 'task.edit', {
      id: series,
      changes: { parentId: taskIds(50)[0] ?? '' },
      at: 19,
    });

    const { patch } = await database.transact((tx) => push(tx, actorOf(user.id), [below, skip], 1_000));

    const moved = patch.changes.task?.map(({ id }) => id).toSorted();
    expect(moved).toEqual([series, ...leaves.slice(0, 500)]);
  });
});
