import { expect, test } from 'vitest';
import type { Task } from '#src/tables/task/task.ts';
import { skipNow } from '#src/tables/task/complete-now.ts';
import type { MutatorArgs } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { addTask, mutation, task, taskIds } from '#src/sync/testing/samples.ts';
import { completeOnceRead } from './complete-task.ts';

const [repeatingId = '', subTaskId = '', plainId = ''] = taskIds(1, 7, 2);

/**
 * A device with a repeating task and its completed sub-task. `open` opens a tab that reads only the first
 * rows until `readAll`.
 */
async function deviceWithSubTask() {
  const { device, tab } = await harness.deviceWithTasks(6);
  const { date } = task(1);
  const daily = { repeat: 'FREQ=DAILY', repeatStart: date, repeatDue: date };
  for (const each of [
    mutation(11, 'task.edit', { id: repeatingId, changes: daily, at: 30 }),
    addTask(12, task(7, { name: 'Rinse', parentId: repeatingId, date: null })),
    mutation(13, 'task.complete', { id: subTaskId, at: 40 }),
  ])
    await harness.perform(each, tab.replica);
  const open = async () => {
    const gate = Promise.withResolvers<void>();
    const { replica } = await device.openTab(() => ({ pause: () => gate.promise }));
    expect(replica.hasAll).toBe(false);
    const readAll = async () => {
      gate.resolve();
      await harness.settle();
    };
    return { replica, readAll };
  };
  return { tab, open };
}

/** Completes a task like a press on its button. */
function press(replica: Replica, id: string, at: number): void {
  const row = replica.get('task', id) as Task;
  completeOnceRead(replica, row, (completion) => void replica.history.do([completion]), at);
}

/** The kept occurrences of the repeating task. */
function occurrences(replica: Replica): readonly Task[] {
  return [...replica.rows('task')].filter((row) => row.seriesId === repeatingId && row.deletedAt === null);
}

test('[W18] a repeating task completed before all rows are read keeps the progress of its sub-tasks', async () => {
  const { open } = await deviceWithSubTask();
  const { replica, readAll } = await open();

  press(replica, repeatingId, 50);
  await readAll();

  expect(occurrences(replica)).toMatchObject([{ description: '- [x] Rinse', completedAt: 50 }]);
});

test('[W18] pressed twice before all rows are read, a task is completed once, and one undo restores it', async () => {
  const { open } = await deviceWithSubTask();
  const { replica, readAll } = await open();

  press(replica, repeatingId, 50);
  press(replica, repeatingId, 51);
  await readAll();

  expect(occurrences(replica)).toMatchObject([{ completedAt: 50 }]);
  await harness.finish(replica.history.undo());
  expect(occurrences(replica)).toEqual([]);
});

test('[W18] undoing a completion from before all rows were read leaves earlier completions', async () => {
  const { tab, open } = await deviceWithSubTask();
  press(tab.replica, repeatingId, 50);
  await harness.settle();
  const again = mutation(14, 'task.edit', {
    id: repeatingId,
    changes: { date: task(1).date, repeatDue: task(1).date },
    at: 60,
  });
  await harness.perform(again, tab.replica);
  const { replica, readAll } = await open();

  press(replica, repeatingId, 70);
  await readAll();
  await harness.finish(replica.history.undo());

  expect(occurrences(replica)).toMatchObject([{ completedAt: 50 }]);
});

test('[W18] a task that does not repeat is completed at once, before all rows are read', async () => {
  const { tab, open } = await deviceWithSubTask();
  // The first rows are the tasks of the first lines. The plain task now becomes one of them.
  await harness.perform(mutation(14, 'task.delete', { id: repeatingId, at: 50 }), tab.replica);
  const { replica } = await open();

  press(replica, plainId, 60);

  expect(replica.get('task', plainId)?.completedAt).toBe(60);
});

test('[R4] a repeating sub-task completed before its parent is ticked in that occurrence, and not in the next', async () => {
  const { tab } = await deviceWithSubTask();
  const { replica } = tab;
  const daily = { repeat: 'FREQ=DAILY', date: task(1).date };
  await harness.perform(mutation(14, 'task.edit', { id: plainId, changes: { ...daily, parentId: repeatingId }, at: 41 }), replica); // prettier-ignore
  press(replica, plainId, 45);
  await harness.settle();
  press(replica, repeatingId, 50);
  await harness.settle();
  press(replica, repeatingId, 60);
  await harness.settle();

  expect(occurrences(replica).toSorted((a, b) => a.createdAt - b.createdAt)).toMatchObject([
    { description: '- [x] Task 2\n- [x] Rinse', completedAt: 50 },
    { description: '- [ ] Task 2\n- [ ] Rinse', completedAt: 60 },
  ]);
});

test('[R4] a repeating sub-task that was skipped, or whose completion was undone, is not ticked in the occurrence', async () => {
  const { tab } = await deviceWithSubTask();
  const { replica } = tab;
  const daily = { repeat: 'FREQ=DAILY', date: task(1).date };
  await harness.perform(mutation(14, 'task.edit', { id: plainId, changes: { ...daily, parentId: repeatingId }, at: 41 }), replica); // prettier-ignore
  press(replica, plainId, 45);
  await harness.settle();
  await harness.finish(replica.history.undo());
  const skipped = skipNow(replica.get('task', plainId) as Task, 47)!;
  await harness.perform(mutation(15, 'task.advance', skipped), replica);

  press(replica, repeatingId, 50);
  await harness.settle();

  expect(occurrences(replica)).toMatchObject([{ description: '- [ ] Task 2\n- [x] Rinse' }]);
});

test('[R7] a task of another zone is completed by the time there', async () => {
  const { tab } = await harness.deviceWithTasks(1);
  const { replica } = tab;
  const daily = {
    repeat: 'FREQ=DAILY',
    repeatFrom: 'completion',
    date: '2026-06-16',
    repeatDue: '2026-06-16',
  };
  const changes = { ...daily, time: '09:00', zone: 'Asia/Tokyo' } as MutatorArgs<'task.edit'>['changes'];
  await harness.perform(mutation(11, 'task.edit', { id: repeatingId, changes, at: 30 }), replica);

  press(replica, repeatingId, Date.parse('2026-06-16T00:05:00Z'));

  expect(replica.get('task', repeatingId)?.date).toBe('2026-06-17');
});
