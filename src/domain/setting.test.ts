import { expect, test } from 'vitest';
import { isSettingName, readSetting, settingOf, SETTINGS } from './setting.ts';

const row = (id: string, value: string) => ({ id, value, updatedAt: 1, deletedAt: null });

test('the chosen value holds; the first one until somebody chooses', () => {
  expect(settingOf('theme', row('theme', 'dark'))).toBe('dark');
  expect(settingOf('theme', undefined)).toBe('system');
  expect(settingOf('clock', row('clock', ''))).toBe('locale');
});

test('[S3] a value that only a newer app knows is as if nothing were chosen', () => {
  expect(settingOf('theme', row('theme', 'sepia'))).toBe('system');
  expect(readSetting('weekStart', 'someday')).toBeNull();
});

test('a setting is known by its own name alone', () => {
  expect(isSettingName('clock')).toBe(true);
  expect(isSettingName('toString')).toBe(false);
});

test('the place of a weekday is its number in ISO 8601', () => {
  expect([SETTINGS.weekStart.indexOf('monday'), SETTINGS.weekStart.indexOf('sunday')]).toEqual([1, 7]);
});
