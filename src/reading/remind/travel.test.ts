import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newRow } from '#src/tables/kit/row.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { isSameClock, mayHidePlace, movedReminders, placeOfZone } from './travel.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const BERLIN = { zone: 'Europe/Berlin', remindBefore: null };

const task = (id: string, columns: Partial<Task> = {}): Task => ({
  ...newRow('task', {
    id,
    name: id,
    description: '',
    date: '2026-11-27' as CalendarDay,
    collectionId: 'home',
    createdAt: 1,
    updatedAt: 1,
  }),
  time: '09:00' as TimeOfDay,
  ...columns,
});
const reminder = (taskId: string, when: { minutesBefore?: number; remindAt?: number; snoozes?: string }) =>
  newRow('reminder', { id: `of ${taskId}`, taskId, createdAt: 1, ...when });

function moved(
  tasks: readonly Task[],
  reminders: readonly ReturnType<typeof reminder>[],
  settings: { zone: string | null; remindBefore: number | null } = BERLIN,
  now = NOW,
) {
  const of = (id: string) => reminders.filter(({ taskId }) => taskId === id);
  return movedReminders(tasks, of, settings, 'Asia/Tokyo', now);
}

test('[N7] a reminder before a local time moves with its user, and both times are given', () => {
  expect(moved([task('a')], [reminder('a', { minutesBefore: 10 })])).toEqual([
    { taskId: 'a', from: Date.UTC(2026, 10, 27, 7, 50), to: Date.UTC(2026, 10, 26, 23, 50) },
  ]);
});

test('[N7] the default reminder of timed tasks moves too, but not for a task with a reminder of its own', () => {
  const byDefault = { ...BERLIN, remindBefore: 30 };

  expect(moved([task('a')], [], byDefault)).toMatchObject([{ to: Date.UTC(2026, 10, 26, 23, 30) }]);
  expect(moved([task('a')], [reminder('a', { minutesBefore: 0 })], byDefault)).toMatchObject([
    { to: Date.UTC(2026, 10, 27, 0) },
  ]);
  expect(moved([task('a')], [reminder('a', { remindAt: NOW + 1, snoozes: 'x' })], byDefault)).toHaveLength(1);
});

test('[N7] an instant, a task with a zone, a task without a time, and a past reminder do not move', () => {
  const before = (id: string) => reminder(id, { minutesBefore: 10 });

  expect(moved([task('a')], [reminder('a', { remindAt: NOW + 1 })])).toEqual([]);
  expect(moved([task('a', { zone: 'Europe/Berlin' })], [before('a')])).toEqual([]);
  expect(moved([task('a', { time: null })], [before('a')])).toEqual([]);
  expect(moved([task('a', { date: null })], [before('a')])).toEqual([]);
  expect(moved([task('a')], [before('a')], BERLIN, Date.UTC(2026, 10, 27, 8))).toEqual([]);
  expect(moved([task('a')], [before('a')], { ...BERLIN, zone: null })).toEqual([]);
});

test('[N7] a zone is named by its place', () => {
  expect(placeOfZone('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(placeOfZone('UTC')).toBe('UTC');
});

test('[N7] two zones have the same clock when no reminder moves between them within a year', () => {
  expect(isSameClock('Europe/Berlin', 'Europe/Paris', NOW)).toBe(true);
  expect(isSameClock('Asia/Calcutta', 'Asia/Kolkata', NOW)).toBe(true);
  expect(isSameClock('Etc/UTC', 'UTC', NOW)).toBe(true);
  // They agree only in winter.
  expect(isSameClock('Europe/London', 'UTC', NOW)).toBe(false);
  expect(isSameClock('America/New_York', 'UTC', NOW)).toBe(false);
  expect(isSameClock('Mars/Olympus', 'Mars/Olympus', NOW)).toBe(true);
  expect(isSameClock('Mars/Olympus', 'UTC', NOW)).toBe(false);
});

test('[N7] a browser that reports UTC may be hiding its place', () => {
  expect(['UTC', 'Atlantic/Reykjavik', 'Europe/London'].map(mayHidePlace)).toEqual([true, true, false]);
});
