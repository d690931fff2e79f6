import { expect, test } from 'vitest';
import { numericOrder, quickAddLanguage } from './quick-add-settings.ts';

test("[Q1] the language of quick add is the chosen one, else the browser's, else English", () => {
  expect(quickAddLanguage('fr', 'de-AT')).toBe('fr');
  expect(quickAddLanguage('locale', 'de-AT')).toBe('de');
  expect(['it-CH', 'pl'].map((locale) => quickAddLanguage('locale', locale))).toEqual(['it', 'pl']);
  expect(quickAddLanguage('locale', 'ja-JP')).toBe('en');
});

test("[Q1] the order of a date in numbers is the chosen one, else the locale's", () => {
  expect(numericOrder('ymd', 'en-US')).toBe('ymd');
  expect(['en-US', 'en-GB', 'de', 'sv', 'ja'].map((locale) => numericOrder('locale', locale))).toEqual([
    'mdy',
    'dmy',
    'dmy',
    'ymd',
    'ymd',
  ]);
});
