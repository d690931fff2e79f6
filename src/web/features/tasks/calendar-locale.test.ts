import { expect, test } from 'vitest';
import { firstDayOfWeek } from './calendar-locale.ts';

test.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['de-DE', 1],
  ['ar-EG', 6],
])('the week of %s starts on day %i', (locale, day) => {
  expect(firstDayOfWeek(locale)).toBe(day);
});
