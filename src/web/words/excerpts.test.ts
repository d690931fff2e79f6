import { expect, test } from 'vitest';
import { excerpts } from './excerpts.ts';

const long = 'Near the tram line. '.repeat(20);

test('[H1] short texts are shown whole, on one line', () => {
  expect(excerpts('a\n\nb', 'a c')).toEqual(['a b', 'a c']);
});

test('[H1] long texts are shown from a few words before the first difference', () => {
  const [before, after] = excerpts(`${long}Room 4 ${long}`, `${long}Room 5 ${long}`);

  expect(before).toMatch(/^…the tram line\. Room 4 /);
  expect(after).toMatch(/^…the tram line\. Room 5 /);
  expect([before.length, after.length]).toEqual([100, 100]);
});

test('[H1] of a text that only grew, both ends are shown', () => {
  expect(excerpts(long, `${long}With breakfast`)).toEqual([
    '…Near the tram line.',
    '…Near the tram line. With breakfast',
  ]);
});
