import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newRow } from '#src/tables/kit/row.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { moveTask, resizeTask, shiftTask, stretchTask } from './move.ts';

const ID = '019a0000-0000-7000-8000-000000000001';
const task = (own: object) =>
  newRow('task', { id: ID, name: 'Call', collectionId: ID, createdAt: 1, updatedAt: 1, ...own });
const [monday, friday] = ['2026-11-23', '2026-11-27'] as [CalendarDay, CalendarDay];
const changesOf = (operation: ReturnType<typeof moveTask>) =>
  operation?.name === 'task.edit' ? operation.args.changes : null;

test('[V7] a task moves to a day with its time, to a time, to a day without a time, or out of the calendar', () => {
  const timed = task({ date: monday, time: '09:00' });
  expect(changesOf(moveTask(timed, { kind: 'day', day: friday }, 'UTC'))).toEqual({ date: friday });
  expect(changesOf(moveTask(timed, { kind: 'untimed', day: monday }, 'UTC'))).toEqual({ time: null });
  const noon = { kind: 'time', day: monday, time: '12:00' as TimeOfDay } as const;
  expect(changesOf(moveTask(timed, noon, 'UTC'))).toEqual({ time: '12:00' });
  expect(changesOf(moveTask(timed, { kind: 'undated' }, 'UTC'))).toEqual({ date: null });
  expect(moveTask(timed, { kind: 'day', day: monday }, 'UTC')).toBeNull();
  expect(changesOf(moveTask(task({}), noon, 'UTC'))).toEqual({ date: monday, time: '12:00' });
  // A repeating task needs a date.
  expect(moveTask({ ...timed, repeat: 'FREQ=DAILY' }, { kind: 'undated' }, 'UTC')).toBeNull();
});

test('[V7] a task with a zone moves to the same instant in its own zone', () => {
  const there = task({ date: friday, time: '09:00', zone: 'Asia/Tokyo' });
  const target = { kind: 'time', day: friday, time: '01:00' as TimeOfDay } as const;
  expect(moveTask(there, target, 'Europe/Berlin')).toBeNull();
  expect(changesOf(moveTask(there, { ...target, time: '20:00' as TimeOfDay }, 'Europe/Berlin'))).toEqual({
    date: '2026-11-28',
    time: '04:00',
  });
  expect(changesOf(moveTask(there, { kind: 'day', day: monday }, 'Europe/Berlin'))).toEqual({ date: monday });
  // The zone belongs to the time, and goes with it.
  expect(changesOf(moveTask(there, { kind: 'untimed', day: friday }, 'UTC'))).toEqual({
    time: null,
    zone: null,
  });
  expect(changesOf(moveTask(there, { kind: 'undated' }, 'UTC'))).toEqual({ date: null });
});

test('[V7] keys and handles move a task by steps within its day, and change its duration by steps', () => {
  const timed = task({ date: monday, time: '23:30', duration: 15 });
  expect(changesOf(shiftTask(timed, 15, 'UTC'))).toEqual({ time: '23:45' });
  expect(shiftTask({ ...timed, time: '23:45' as TimeOfDay }, 15, 'UTC')).toBeNull();
  expect(shiftTask({ ...timed, time: null }, 15, 'UTC')).toBeNull();
  expect(changesOf(stretchTask(timed, 15, 'UTC'))).toEqual({ duration: 30 });
  expect(stretchTask(timed, -15, 'UTC')).toBeNull();
  expect(changesOf(stretchTask({ ...timed, duration: null }, 15, 'UTC'))).toEqual({ duration: 45 });
  expect(changesOf(resizeTask({ ...timed, time: '09:00' as TimeOfDay }, 97, 'UTC'))).toEqual({
    duration: 90,
  });
});

test('[V7] a task that ends after midnight can become longer and shorter', () => {
  const night = task({ date: monday, time: '22:00', duration: 480 });
  expect(changesOf(stretchTask(night, 15, 'UTC'))).toEqual({ duration: 495 });
  expect(changesOf(stretchTask(night, -15, 'UTC'))).toEqual({ duration: 465 });
  expect(changesOf(resizeTask(night, 600, 'UTC'))).toEqual({ duration: 600 });
  expect(changesOf(stretchTask({ ...night, duration: 120 }, 15, 'UTC'))).toEqual({ duration: 135 });
  // A week is the longest duration.
  expect(stretchTask({ ...night, duration: 10_080 }, 15, 'UTC')).toBeNull();
});

test('[V7] a step later never moves a task earlier, and a step shorter never makes it longer', () => {
  const late = task({ date: monday, time: '23:52', duration: 8 });
  expect(shiftTask(late, 15, 'UTC')).toBeNull();
  expect(changesOf(shiftTask(late, -15, 'UTC'))).toEqual({ time: '23:30' });
  expect(changesOf(shiftTask({ ...late, time: '00:07' as TimeOfDay }, -15, 'UTC'))).toEqual({
    time: '00:00',
  });
  expect(stretchTask(late, -15, 'UTC')).toBeNull();
  expect(changesOf(stretchTask(late, 15, 'UTC'))).toEqual({ duration: 30 });
});
