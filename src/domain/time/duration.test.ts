import { expect, test } from 'vitest';
import { formatDuration, MAX_DURATION, readTypedDuration } from './duration.ts';

test.each([
  ['30m', 30],
  ['30', 30],
  ['30 min', 30],
  ['1 minute', 1],
  ['90', 90],
  ['1h', 60],
  ['1H', 60],
  ['1h30', 90],
  ['1h5', 65],
  ['1h30m', 90],
  ['1 h 30 min', 90],
  ['2 hours, 15 minutes', 135],
  ['1:30', 90],
  ['0:45', 45],
  ['1.5 h', 90],
  ['1,5h', 90],
  ['0.25 hours', 15],
  ['1.33h', 80],
  ['100h', 6000],
  ['168h', MAX_DURATION],
  [' 45 ', 45],
  ['４５', 45],
])('%j is %i minutes', (text, minutes) => {
  expect(readTypedDuration(text)).toBe(minutes);
});

test.each([
  '',
  'h',
  '0',
  '0h',
  '0:00',
  '-5',
  '1h60',
  '1h30h',
  '1.5',
  '1.5m',
  '169h',
  '10081',
  '99999999999',
  '1e3',
  'an hour',
  '1h 2 3',
  '5 d',
  'Infinity',
])('%j is no duration', (text) => {
  expect(readTypedDuration(text)).toBeNull();
});

test.each([
  [1, '1 min'],
  [30, '30 min'],
  [60, '1 h'],
  [90, '1 h 30 min'],
  [MAX_DURATION, '168 h'],
])('%i minutes are shown as %j', (minutes, shown) => {
  expect(formatDuration(minutes).replaceAll('\u00a0', ' ')).toBe(shown);
});

test('every duration is read as it is shown', () => {
  for (let minutes = 1; minutes <= MAX_DURATION; minutes++)
    expect(readTypedDuration(formatDuration(minutes))).toBe(minutes);
});
