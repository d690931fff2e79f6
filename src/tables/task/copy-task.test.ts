import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { addCollection, addTask, mutation, overlayOver, sampleId, task } from '#src/sync/testing/samples.ts';
import { copyOf } from './copy-task.ts';
import { tasksIn } from './tasks-in.ts';

const ids = { task: (n: number) => sampleId('task', n), reminder: (n: number) => sampleId('reminder', n) };

test('a copy has all fields of the task, its reminders and the tasks below it, all open and in their order', () => {
  const overlay = overlayOver();
  overlay.run(addCollection(1));
  overlay.run(
    addTask(
      1,
      task(1, {
        name: 'Pack',
        date: '2026-12-01' as CalendarDay,
        time: '09:00' as TimeOfDay,
        priority: 1,
        place: 'V',
      }),
    ),
  );
  overlay.run(addTask(2, task(2, { name: 'Socks', parentId: ids.task(1), place: 'K' })));
  overlay.run(addTask(3, task(3, { name: 'Shoes', parentId: ids.task(1), place: 'B' })));
  overlay.run(mutation(4, 'task.complete', { id: ids.task(2), at: 5 }));
  overlay.run(
    mutation(5, 'reminder.add', { id: ids.reminder(1), taskId: ids.task(1), minutesBefore: 10, at: 6 }),
  );
  const around = tasksIn(overlay);
  const reminders = (taskId: string) =>
    [...overlay.rows('reminder')].filter((each) => each.taskId === taskId);
  let next = 10;
  const original = around.task(ids.task(1));
  if (!original) throw new Error('The task is missing.');
  const operations = copyOf(original, { ...around, reminders }, () => ids.task(next++), 9);
  for (const [n, { name, args }] of operations.entries()) overlay.run(mutation(20 + n, name, args as never));

  const copy = overlay.get('task', ids.task(10));
  const { name, date, time, priority, place, completedAt } = copy ?? {};
  expect({ name, date, time, priority, place, completedAt }).toEqual({
    name: 'Pack',
    date: '2026-12-01',
    time: '09:00',
    priority: 1,
    place: 'V',
    completedAt: null,
  });
  expect(reminders(ids.task(10))).toMatchObject([{ minutesBefore: 10, remindAt: null }]);
  const below = tasksIn(overlay)
    .under(ids.task(10))
    .map((id) => overlay.get('task', id));
  expect(below).toMatchObject([
    { name: 'Shoes', completedAt: null },
    { name: 'Socks', completedAt: null },
  ]);
});
