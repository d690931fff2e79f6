import { expect, test } from 'vitest';
import { isSettingName, readSetting, settingOf, SETTINGS } from './setting.ts';

const row = (id: string, value: string) => ({ id, value, updatedAt: 1, deletedAt: null });

test('the chosen value holds, and the first one before any choice', () => {
  expect(settingOf('theme', row('theme', 'dark'))).toBe('dark');
  expect(settingOf('theme', undefined)).toBe('system');
  expect(settingOf('clock', row('clock', ''))).toBe('locale');
});

test('[S3] a value that only a newer app knows counts as no choice', () => {
  expect(settingOf('theme', row('theme', 'sepia'))).toBe('system');
  expect(readSetting('weekStart', 'someday')).toBeNull();
});

test('only the exact name identifies a setting', () => {
  expect(isSettingName('clock')).toBe(true);
  expect(isSettingName('toString')).toBe(false);
});

test('the index of a weekday is its number in ISO 8601', () => {
  expect([SETTINGS.weekStart.indexOf('monday'), SETTINGS.weekStart.indexOf('sunday')]).toEqual([1, 7]);
});
