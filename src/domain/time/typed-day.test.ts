import { expect, test } from 'vitest';
import { numericOrder } from './numeric-order.ts';
import { readFileDay, readWrittenDay } from './typed-day.ts';

test.each([
  ['en-US', '11/23/2026', '2026-11-23'],
  ['en-US', '1-5-2026', '2026-01-05'],
  ['en-US', '23.11.2026', null],
  ['de', '23.11.2026', '2026-11-23'],
  ['de', ' 5. 1. 2026 ', '2026-01-05'],
  ['de', '11/23/2026', null],
  ['en-GB', '05/01/2026', '2026-01-05'],
  ['fr', '05 01 2026', '2026-01-05'],
  ['ja', '2026/1/5', '2026-01-05'],
  ['ko', '2026. 1. 5.', '2026-01-05'],
  ['en-US', '20260105', '2026-01-05'],
  ['de', '2026-01-05', '2026-01-05'],
  ['en-US', '2/30/2026', null],
  ['en-US', '1/5/26', null],
  ['en-US', 'tomorrow', null],
])('in %s, %j is %s', (locale, text, day) => {
  expect(readWrittenDay(text, numericOrder(locale))).toBe(day);
});

test.each([
  ['2026-01-05', '2026-01-05'],
  ['2026/1/5', '2026-01-05'],
  ['20260105', '2026-01-05'],
  ['2026-01-05T23:30:00Z', '2026-01-05'],
  ['2026-01-05T23:30:00.000-11:00', '2026-01-05'],
  ['2026-01-05 00:15', '2026-01-05'],
  ['2026-01-05T00:15:00+0545', '2026-01-05'],
  ['01/05/2026', null],
  ['2026-02-30T00:00:00Z', null],
  ['2026-01-05Tomorrow', null],
])('in a file, %j is %s', (text, day) => {
  expect(readFileDay(text)).toBe(day);
});
