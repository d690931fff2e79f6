import { beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Mutation } from '#src/mutators/index.ts';
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

  test('[R2] a time that another device has moved elsewhere is counted where it is when it is taken back', async () => {
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

  test('[W10] a push that reads a row that is gone is answered by a patch', async () => {
    const user = await userWithSeries();
    const pushed = (each: Mutation) => database.transact((tx) => push(tx, user.id, [each], 1_000));

    const edit = mutation(4, 'task.edit', { id: series, changes: { name: 'Weed' }, at: 4 });
    expect((await pushed(edit)).isForeseen).toBe(true);
    expect((await pushed(turn(5, 0))).isForeseen).toBe(false);
    expect((await pushed(turn(6, 1))).patch.outcomes[0]?.rejection).toBe('GONE');
  });
});
