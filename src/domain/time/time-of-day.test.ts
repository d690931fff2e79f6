import { expect, test } from 'vitest';
import {
  formatTime,
  minutesOf,
  parseTimeOfDay,
  timeOfMinutes,
  type Clock,
  type TimeOfDay,
} from './time-of-day.ts';

test.each(['00:00', '09:30', '23:59'])('%s is a time', (text) => {
  expect(parseTimeOfDay(text)).toBe(text);
});

test.each(['', '9:30', '24:00', '23:60', '0930', '09:30:00', ' 09:30', '09:30\n', '-1:00', '٠٩:٣٠'])(
  '%j is no time',
  (text) => {
    expect(parseTimeOfDay(text)).toBeNull();
  },
);

test('every minute of the day has its time', () => {
  const times = Array.from({ length: 1440 }, (_, minutes) => timeOfMinutes(minutes));

  expect(times.map(minutesOf)).toEqual(Array.from(times.keys()));
  expect(times.every((time) => parseTimeOfDay(time) === time)).toBe(true);
  expect(times.toSorted()).toEqual(times);
});

test.each<[string, Clock, string, string]>([
  ['21:30', null, 'en-US', '9:30 PM'],
  ['00:05', null, 'en-US', '12:05 AM'],
  ['00:05', 24, 'en-US', '00:05'],
  ['09:30', 24, 'en-US', '09:30'],
  ['21:30', null, 'en-GB', '21:30'],
  ['21:30', 12, 'en-GB', '9:30 pm'],
  ['21:30', null, 'de', '21:30'],
  ['00:30', 12, 'de', '12:30 AM'],
  ['21:30', null, 'fi', '21.30'],
  ['00:00', 24, 'ja', '0:00'],
  ['21:30', 12, 'ja', '午後9:30'],
])('%s by the clock %s in %s is %j', (time, clock, locale, expected) => {
  expect(formatTime(time as TimeOfDay, clock, locale).replaceAll(/\s/g, ' ')).toBe(expected);
});
