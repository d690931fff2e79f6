import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { MutatorArgs } from '#src/tables/operations.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { addTask, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { completeAll, dateAll } from './changes.ts';

const [MONDAY, FRIDAY] = ['2026-11-23', '2026-11-27'] as [CalendarDay, CalendarDay];

const changesOf = (tasks: readonly Task[], date: CalendarDay | null) =>
  dateAll(tasks, date).map(({ args }) => 'changes' in args && args.changes);

test('[T10] an edit that removes the date of many tasks names the date alone', () => {
  const timed = { time: '09:00' as TimeOfDay, zone: 'Asia/Tokyo' as Task['zone'] };
  const tasks = [
    task(1, { date: MONDAY, ...timed, repeat: 'FREQ=WEEKLY', repeatStart: MONDAY, repeatDue: MONDAY }),
    task(2, { date: MONDAY }),
    task(3, { date: null }),
  ];
  expect(changesOf(tasks, null)).toEqual([{ date: null }, { date: null }]);
  // A task that moves to another day keeps its series.
  expect(changesOf(tasks, FRIDAY)).toEqual([{ date: FRIDAY }, { date: FRIDAY }, { date: FRIDAY }]);
});

test('[T10] [R7] a selected task of another zone is completed at the time of that zone, with the progress of its sub-tasks', async () => {
  const { tab } = await harness.deviceWithTasks(2);
  const { replica } = tab;
  const [date, id] = [task(1).date, sampleId('task', 1)];
  const changes = { date, repeat: 'FREQ=DAILY', time: '09:00' as TimeOfDay, zone: 'Pacific/Kiritimati' };
  await harness.perform(mutation(11, 'task.edit', { id, changes, at: 30 }), replica);
  await harness.perform(addTask(12, task(7, { name: 'Rinse', parentId: id })), replica);
  await replica.whenAll();

  const [completion] = completeAll(replica, [replica.get('task', id) as Task]);

  const { now, steps } = completion!.args as MutatorArgs<'task.advance'>;
  const [there, here] = [now, new Date().toISOString()].map((text) => Date.parse(`${text.slice(0, 16)}Z`));
  expect((there as number) - (here as number)).toBeGreaterThan(13 * 3_600_000);
  expect(steps).toBe('- [ ] Rinse');
});
