import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Task } from '#src/domain/task.ts';
import type { TimeOfDay } from '#src/domain/time-of-day.ts';
import { task } from '#src/sync/testing/samples.ts';
import { dateAll } from './changes.ts';

const [MONDAY, FRIDAY] = ['2026-11-23', '2026-11-27'] as [CalendarDay, CalendarDay];

const changesOf = (tasks: readonly Task[], date: CalendarDay | null) =>
  dateAll(tasks, date).map(({ args }) => 'changes' in args && args.changes);

test('[T10] an edit of many tasks that takes their date says that alone', () => {
  const timed = { time: '09:00' as TimeOfDay, zone: 'Asia/Tokyo' as Task['zone'] };
  const tasks = [
    task(1, { date: MONDAY, ...timed, repeat: 'FREQ=WEEKLY', repeatStart: MONDAY, repeatDue: MONDAY }),
    task(2, { date: MONDAY }),
    task(3, { date: null }),
  ];
  expect(changesOf(tasks, null)).toEqual([{ date: null }, { date: null }]);
  // On another day the series goes on.
  expect(changesOf(tasks, FRIDAY)).toEqual([{ date: FRIDAY }, { date: FRIDAY }, { date: FRIDAY }]);
});
