import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { sampleId, task } from '#src/sync/testing/samples.ts';
import { alarmsOf, nextBrief, type Reminder } from './alarms.ts';
import { reminderSettings } from './reminder-settings.ts';

const settings = (values: Readonly<Record<string, string>>) => reminderSettings((name) => values[name]);
const BERLIN = { zone: 'Europe/Berlin' };

function timed(date: string, time: string | null, more: object = {}) {
  return task(1, { date: date as CalendarDay, time: time as TimeOfDay | null, ...more });
}

function reminder(values: Partial<Reminder>): Reminder {
  const none = { remindAt: null, minutesBefore: null, snoozes: null, deletedAt: null };
  return { id: sampleId('reminder', 1), taskId: sampleId('task', 1), createdAt: 0, ...none, ...values };
}

const before = (minutesBefore: number) => reminder({ minutesBefore });
const dueOf = (...given: Parameters<typeof alarmsOf>) =>
  alarmsOf(...given).map(({ dueAt }) => new Date(dueAt).toISOString());

test('[N1] a task reminds at its instants and before its time, in the zone of the user, in order and each instant once', () => {
  const reminders = [before(10), before(0), before(10), reminder({ remindAt: Date.UTC(2026, 5, 14) })];
  expect(dueOf(timed('2026-06-15', '09:00'), reminders, settings(BERLIN))).toEqual([
    '2026-06-14T00:00:00.000Z',
    '2026-06-15T06:50:00.000Z',
    '2026-06-15T07:00:00.000Z',
  ]);
  const ids = alarmsOf(timed('2026-06-15', '09:00'), reminders, settings(BERLIN)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
});

test('[N1] the zone of a task goes before the zone of the user, unless it is unknown', () => {
  const inTokyo = timed('2026-06-15', '09:00', { zone: 'Asia/Tokyo' });
  expect(dueOf(inTokyo, [before(0)], settings(BERLIN))).toEqual(['2026-06-15T00:00:00.000Z']);
  const onMars = timed('2026-06-15', '09:00', { zone: 'Mars/Olympus' });
  expect(dueOf(onMars, [before(0)], settings(BERLIN))).toEqual(['2026-06-15T07:00:00.000Z']);
  expect(dueOf(timed('2026-06-15', '09:00'), [before(0)], settings({}))).toEqual([]);
});

test('[N1] without a time no reminder comes before it; an instant needs neither time nor zone', () => {
  const at = reminder({ remindAt: 1_000 });
  for (const none of [timed('2026-06-15', null), task(1, { date: null, time: '09:00' as TimeOfDay })])
    expect(dueOf(none, [before(5), at], settings({ ...BERLIN, remindBefore: '0' }))).toEqual([
      '1970-01-01T00:00:01.000Z',
    ]);
});

test('[N1] the default is for timed tasks without a reminder of their own; snoozing keeps it', () => {
  const on = settings({ ...BERLIN, remindBefore: '30' });
  const at = timed('2026-06-15', '09:00');
  expect(dueOf(at, [], on)).toEqual(['2026-06-15T06:30:00.000Z']);
  expect(dueOf(at, [before(5)], on)).toEqual(['2026-06-15T06:55:00.000Z']);
  expect(dueOf(at, [{ ...before(5), deletedAt: 1 }], on)).toEqual(['2026-06-15T06:30:00.000Z']);
  const later = reminder({ remindAt: Date.UTC(2026, 5, 15, 8), snoozes: sampleId('task', 9) });
  expect(dueOf(at, [later], on)).toEqual(['2026-06-15T06:30:00.000Z', '2026-06-15T08:00:00.000Z']);
  expect(dueOf(at, [], settings({ ...BERLIN, remindBefore: '50000' }))).toEqual([]);
});

test('[N2] a completed or deleted task has no alarms; a completed sub-task may be open again by then', () => {
  for (const gone of [{ completedAt: 5 }, { deletedAt: 5 }])
    expect(dueOf(timed('2026-06-15', '09:00', gone), [before(5)], settings(BERLIN))).toEqual([]);
  const below = timed('2026-06-15', '09:00', { completedAt: 5, parentId: sampleId('task', 2) });
  expect(dueOf(below, [before(0)], settings(BERLIN))).toHaveLength(1);
});

test.each([
  ['a time that the day lacks moves forward', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
  ['a time that it has twice is the first', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['9:00 stays 9:00 in summer', '2026-07-01', '09:00', '2026-07-01T07:00:00.000Z'],
  ['and in winter', '2026-12-01', '09:00', '2026-12-01T08:00:00.000Z'],
])('[N1] across daylight saving: %s', (_, date, time, due) => {
  expect(dueOf(timed(date, time), [before(0)], settings(BERLIN))).toEqual([due]);
});

test('[N2] the same alarm has the same id on every device and server, and another time has another', () => {
  const idOf = (time: string, zone: string) =>
    alarmsOf(timed('2026-06-15', time), [before(0)], settings({ zone }))[0]?.id;
  expect(idOf('09:00', 'Europe/Berlin')).toBe(idOf('09:00', 'Europe/Paris'));
  expect(idOf('09:00', 'Europe/Berlin')).not.toBe(idOf('09:00', 'Asia/Tokyo'));
  expect(idOf('09:00', 'Europe/Berlin')).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
  );
});

test('[N1] the daily brief comes at its time in the zone of the user, also on days when the clocks change', () => {
  const on = settings({ ...BERLIN, dailyBrief: '07:30' });
  const next = (now: string) => {
    const brief = nextBrief(on, Date.parse(now));
    return brief && new Date(brief.dueAt).toISOString();
  };
  expect(next('2026-03-28T05:00:00Z')).toBe('2026-03-28T06:30:00.000Z');
  expect(next('2026-03-28T06:30:00Z')).toBe('2026-03-29T05:30:00.000Z');
  expect(next('2026-10-24T05:30:00Z')).toBe('2026-10-25T06:30:00.000Z');
  expect(nextBrief(settings(BERLIN), 0)).toBeNull();
  expect(nextBrief(settings({ dailyBrief: '07:30' }), 0)).toBeNull();
});

test('[N3] wrong settings count as none', () => {
  const none = settings({});
  expect(none).toMatchObject({ zone: null, remindBefore: null, ways: ['push'], isTextShown: true });
  const wrong = {
    zone: '+01:00',
    remindBefore: '-1',
    dailyBrief: '7',
    reminderWays: 'push pigeon',
    reminderText: 'x',
  };
  expect(settings(wrong)).toEqual(none);
  expect(settings({ reminderWays: 'push push' }).ways).toEqual(['push']);
  expect(settings({ reminderWays: 'webhook push' }).ways).toEqual(['webhook', 'push']);
});
