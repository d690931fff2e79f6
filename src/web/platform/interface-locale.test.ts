import { expect, test } from 'vitest';
import { interfaceLocale } from './interface-locale.ts';

test.each([
  ['en-US', 'en-US'],
  ['en', 'en'],
  ['en-GB', 'en-GB'],
  ['de-DE', 'en-GB'],
  ['fil-PH', 'en-US'],
  ['ja', 'en-GB'],
])('days in a browser of %s are written as in %s', (browser, locale) =>
  expect(interfaceLocale(browser)).toBe(locale),
);
