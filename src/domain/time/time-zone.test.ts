import { expect, test } from 'vitest';
import { isKnownTimeZone, isTimeZoneName, TIME_ZONE_LENGTH } from './time-zone.ts';

test('every time zone of this runtime has a valid name, and is known', () => {
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+5', 'Etc/GMT-14', 'EST5EDT', 'America/Argentina/ComodRivadavia', 'US/Pacific']; // prettier-ignore

  expect(names.filter((name) => !isTimeZoneName(name))).toEqual([]);
  expect(names.filter((name) => !isKnownTimeZone(name))).toEqual([]);
});

test('a future zone has a valid name, though it is unknown', () => {
  expect(isTimeZoneName('Europe/New_Town')).toBe(true);
  expect(isKnownTimeZone('Europe/New_Town')).toBe(false);
});

test.each([
  '',
  '+01:00',
  '-05',
  '01:00',
  'Europe/',
  '/Berlin',
  'Europe//Berlin',
  '../etc/passwd',
  'Europe/Berlin ',
  'Europe/Berlin\n',
  'Europe Berlin',
  'Ünd',
  'A'.repeat(TIME_ZONE_LENGTH + 1),
  null,
  60,
])('%j is no name', (value) => {
  expect(isTimeZoneName(value)).toBe(false);
  expect(isKnownTimeZone(String(value))).toBe(false);
});
