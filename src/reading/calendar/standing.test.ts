import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newRow } from '#src/tables/kit/row.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { blockOf, daysOver, durationAt, dueIn, laterDays, standingOf, timeAt } from './standing.ts';

const day = (text: string) => text as CalendarDay;
const at = (date: string, time: string | null, zone: string | null = null) => ({
  date: day(date),
  time: time as TimeOfDay | null,
  zone,
});

const ID = '019a0000-0000-7000-8000-000000000001';
const task = (own: object) =>
  newRow('task', {
    id: ID,
    name: 'Water plants',
    collectionId: ID,
    createdAt: 1,
    updatedAt: 1,
    ...own,
  });

test('[V7] a day and a time without a zone are the same everywhere', () => {
  for (const here of ['Asia/Tokyo', 'America/Los_Angeles', 'UTC']) {
    expect(standingOf(at('2026-11-25', null), here)).toEqual({ date: '2026-11-25', time: null });
    expect(standingOf(at('2026-11-25', '09:00'), here)).toEqual({ date: '2026-11-25', time: '09:00' });
    // A day alone is the same everywhere, even if the task has a zone.
    expect(standingOf(at('2026-11-25', null, 'Asia/Tokyo'), here)).toEqual({
      date: '2026-11-25',
      time: null,
    });
  }
});

test('[V7] a time of another zone is shown at its local time, also on the day before or after', () => {
  expect(standingOf(at('2026-11-26', '09:00', 'Asia/Tokyo'), 'Europe/Berlin')).toEqual({
    date: '2026-11-26',
    time: '01:00',
  });
  expect(standingOf(at('2026-11-26', '09:00', 'Asia/Tokyo'), 'America/New_York')).toEqual({
    date: '2026-11-25',
    time: '19:00',
  });
  expect(standingOf(at('2026-11-26', '09:00', 'Mars/Base'), 'UTC')).toEqual({
    date: '2026-11-26',
    time: '09:00',
  });
  expect(standingOf({ date: null, time: null, zone: null }, 'UTC')).toBeNull();
});

test('[V7] in weeks with clock changes it is shown by the local clock, and converts back to the same time', () => {
  // Berlin changed its clocks on 29 March 2026, New York on 8 March: for three weeks the distance is 5 hours.
  const standing = (date: string) => standingOf(at(date, '09:00', 'America/New_York'), 'Europe/Berlin')?.time;
  expect([standing('2026-03-07'), standing('2026-03-09'), standing('2026-03-30')]).toEqual([
    '15:00',
    '14:00',
    '15:00',
  ]);
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Asia/Kathmandu', 'UTC');
  const anyMinute = fc.integer({ min: 0, max: 95 }).map((step) => timeAt(step * 15));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), anyMinute, zones, zones, (days, time, zone, here) => {
      // Noon in the middle of a week without clock changes converts back exactly.
      const date = addDays(day('2026-01-01'), days);
      const local = standingOf({ date, time, zone }, here);
      const back = dueIn(local!, zone, here);
      const again = standingOf({ ...back, zone }, here);
      expect(again).toEqual(local);
    }),
  );
});

test('[R6] later times of a repeating task follow its rule, without this occurrence', () => {
  const daily = task({ date: '2026-11-25', repeat: 'FREQ=DAILY;INTERVAL=3', repeatStart: '2026-11-25' });
  expect(laterDays(daily, day('2026-11-01'), day('2026-12-05'), 'UTC')).toEqual([
    '2026-11-28',
    '2026-12-01',
    '2026-12-04',
  ]);
  expect(laterDays(daily, day('2026-12-01'), day('2026-12-03'), 'UTC')).toEqual(['2026-12-01']);
  // Moved for this time only, it comes again by its rule.
  const moved = { ...daily, date: day('2026-11-26'), repeatDue: '2026-11-25' as never };
  expect(laterDays(moved, day('2026-11-20'), day('2026-11-30'), 'UTC')).toEqual(['2026-11-28']);
  expect(
    laterDays({ ...daily, repeatFrom: 'completion' }, day('2026-11-01'), day('2027-01-01'), 'UTC'),
  ).toEqual([]);
  const hourly = task({ date: '2026-11-25', time: '09:00', repeat: 'FREQ=HOURLY;INTERVAL=5' });
  expect(laterDays(hourly, day('2026-11-25'), day('2026-11-28'), 'UTC')).toEqual([
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
  ]);
  expect(
    laterDays({ ...daily, repeat: 'FREQ=DAILY;COUNT=2' }, day('2026-11-01'), day('2027-01-01'), 'UTC'),
  ).toEqual(['2026-11-26']);
});

test('[R6] later times of a task of another zone are shown at their local times', () => {
  const inTokyo = task({
    date: '2026-11-26',
    time: '09:00',
    zone: 'Asia/Tokyo',
    repeat: 'FREQ=DAILY;INTERVAL=3',
  });
  const [first, last] = [day('2026-11-28'), day('2026-12-04')];
  expect(laterDays(inTokyo, first, last, 'Asia/Tokyo')).toEqual(['2026-11-29', '2026-12-02']);
  expect(laterDays(inTokyo, first, last, 'America/New_York')).toEqual([
    '2026-11-28',
    '2026-12-01',
    '2026-12-04',
  ]);
  const inNewYork = { ...inTokyo, time: '20:00' as TimeOfDay, zone: 'America/New_York' };
  expect(laterDays(inNewYork, first, last, 'Europe/Berlin')).toEqual(['2026-11-30', '2026-12-03']);
  // The day that it was moved to has no second occurrence.
  const moved = { ...inTokyo, date: day('2026-11-29'), repeatDue: '2026-11-26' };
  expect(laterDays(moved, first, last, 'America/New_York')).toEqual(['2026-12-01', '2026-12-04']);
  // A day alone is the same everywhere, and so is a time in an unknown zone.
  for (const same of [
    { ...inTokyo, time: null },
    { ...inTokyo, zone: 'Mars/Base' },
  ])
    expect(laterDays(same, first, last, 'America/New_York')).toEqual(['2026-11-29', '2026-12-02']);
});

test('[R6] an hourly task of another zone is shown once on each local day', () => {
  const hourly = task({
    date: '2026-11-25',
    time: '02:00',
    zone: 'Asia/Tokyo',
    repeat: 'FREQ=HOURLY;INTERVAL=7',
  });
  const [first, last] = [day('2026-11-20'), day('2026-12-20')];
  const days = Array.from({ length: 26 }, (_, count) => addDays(day('2026-11-25'), count));
  expect(laterDays(hourly, first, last, 'America/New_York')).toEqual(days);
});

test('[V7] a block is within its day and tall enough to read, and a moved block snaps to a step', () => {
  const anyTime = fc.integer({ min: 0, max: 1_439 });
  fc.assert(
    fc.property(anyTime, fc.option(fc.integer({ min: 1, max: 3_000 })), (minute, duration) => {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      const { from, to } = blockOf(time as TimeOfDay, duration);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(1_440);
      expect(to - from).toBeGreaterThanOrEqual(30);
      const length = durationAt(duration ?? 0);
      expect(length).toBeGreaterThanOrEqual(15);
      const days = daysOver(time as TimeOfDay, duration);
      for (let after = 1; after <= days; after++) {
        const block = blockOf(time as TimeOfDay, duration, after);
        const isLast = after === days;
        expect(block.from).toBe(0);
        expect(block.to).toBe(isLast ? Math.max(minute + (duration ?? 0) - after * 1_440, 30) : 1_440);
      }
    }),
  );
  expect([daysOver('23:52' as TimeOfDay, null), daysOver('16:00' as TimeOfDay, 480)]).toEqual([0, 0]);
  expect([daysOver('16:01' as TimeOfDay, 480), daysOver('00:00' as TimeOfDay, 10_080)]).toEqual([1, 6]);
  expect([timeAt(-20), timeAt(547), timeAt(2_000)]).toEqual(['00:00', '09:00', '23:45']);
  expect([durationAt(52), durationAt(500), durationAt(99_999)]).toEqual([45, 495, 10_080]);
});
