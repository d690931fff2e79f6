import { expect, test, vi } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import type { PushData } from '#src/reading/remind/push-message.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { addCollection, addTask, task, taskIds } from '#src/sync/testing/samples.ts';
import type { Operation } from '#src/tables/operations.ts';
import { completeForGood, completeNow, skipNow } from '#src/tables/task/complete-now.ts';
import { dueOf } from '#src/tables/task/task-repeat.ts';
import { timeAbove } from '#src/tables/task/time-above.ts';
import { closeWhenOver } from './outdated-notifications.ts';

const [bins = '', rinse = '', brush = ''] = taskIds(1, 2, 3);
const MONDAY = '2026-06-15' as CalendarDay;
const AT = Date.parse(`${MONDAY}T10:00:00Z`);

/** Two devices with a task that repeats daily, a sub-task with a date of its own, and a task below that one. */
async function devices() {
  const [here, elsewhere] = [await harness.device().openTab(), await harness.device().openTab()];
  const daily = { date: MONDAY, repeat: 'FREQ=DAILY', repeatStart: MONDAY, repeatDue: MONDAY };
  for (const each of [
    addCollection(1),
    addTask(2, task(1, { name: 'Bins', ...daily })),
    addTask(3, task(2, { name: 'Rinse', parentId: bins, date: MONDAY })),
    addTask(4, task(3, { name: 'Brush', parentId: rinse, date: null })),
  ])
    await harness.perform(each, here.replica);
  return [here.replica, elsewhere.replica] as const;
}

/** The notification that the server sends about a task now, on this device. */
function notify(replica: Replica, taskId: string) {
  const row = replica.get('task', taskId)!;
  const above = [replica.get('task', row.parentId ?? ''), replica.get('task', bins)].flatMap(
    (each) => each ?? [],
  );
  const data: PushData = {
    kind: 'task',
    alarm: 'alarm',
    taskId,
    due: row.repeat === null ? null : dueOf(row),
    above: timeAbove(above),
    zone: null,
    userId: replica.userId,
  };
  const close = vi.fn<() => void>();
  closeWhenOver(replica, { data, close });
  return close;
}

async function act(replica: Replica, { name, args }: Operation): Promise<void> {
  await harness.finish(replica.history.do([{ name, args } as Operation]));
}

const completion = (replica: Replica, id: string, at = AT) =>
  completeNow(replica.get('task', id)!, at, replica.lists);
const skip = (replica: Replica, id: string): Operation => ({
  name: 'task.advance',
  args: skipNow(replica.get('task', id)!, AT)!,
});

test.each([
  ['sub-task', rinse, 'completed', completion],
  ['sub-task', rinse, 'skipped', skip],
  ['task two levels below', brush, 'completed', completion],
  ['task two levels below', brush, 'skipped', skip],
  ['task itself', bins, 'completed', completion],
  ['task itself', bins, 'skipped', skip],
])(
  '[N5] [R4] the notification of a %s closes once its repeating task is %s elsewhere',
  async (_, taskId, __, done) => {
    const [here, elsewhere] = await devices();
    const close = notify(here, taskId);
    expect(close).not.toHaveBeenCalled();

    await act(elsewhere, done(elsewhere, bins));

    expect(close).toHaveBeenCalled();
  },
);

test('[N5] [R4] the notification of a sub-task closes when this device shows it after the repeating task moved on', async () => {
  const [here] = await devices();
  const shown = await harness.device().openTab();
  await act(here, completion(here, bins));
  // Its push was sent before.
  const above = { seriesId: bins, due: MONDAY };
  const data = {
    kind: 'task',
    alarm: 'alarm',
    taskId: rinse,
    due: null,
    above,
    zone: null,
    userId: here.userId,
  };
  const close = vi.fn<() => void>();

  closeWhenOver(shown.replica, { data, close });

  expect(close).toHaveBeenCalledOnce();
});

test('[N5] [R4] the notification of a sub-task stays while the repeating task has the same time', async () => {
  const [here, elsewhere] = await devices();
  const close = notify(here, rinse);

  await act(elsewhere, { name: 'task.edit', args: { id: bins, changes: { name: 'All bins' }, at: AT } });
  await act(elsewhere, { name: 'task.edit', args: { id: bins, changes: { repeat: 'FREQ=WEEKLY' }, at: AT } });

  expect(here.get('task', bins)?.repeat).toBe('FREQ=WEEKLY');
  expect(close).not.toHaveBeenCalled();
});

test('[N5] [R4] the notification of a sub-task for the next time stays after the time before was completed', async () => {
  const [here, elsewhere] = await devices();
  await act(elsewhere, completion(elsewhere, bins));
  const close = notify(here, rinse);

  await act(elsewhere, {
    name: 'task.edit',
    args: { id: occurrenceIdOf(bins, MONDAY), changes: { name: 'Done' }, at: AT },
  });

  expect(close).not.toHaveBeenCalled();
});

test('[N5] [R5] the notification of a sub-task closes once its repeating task is completed for good', async () => {
  const [here, elsewhere] = await devices();
  const close = notify(here, rinse);

  await act(elsewhere, completeForGood(elsewhere.get('task', bins)!, AT, elsewhere.lists));

  expect(close).toHaveBeenCalled();
});
