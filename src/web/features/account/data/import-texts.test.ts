import { expect, test } from 'vitest';
import { nameText } from './import-texts.ts';

test('a preference in a file has the name of the preferences page, any other entry its own', () => {
  const setting = { list: 'settings', place: 1, name: 'theme', reason: 'WRONG_SETTING' } as const;
  expect(nameText(setting)).toBe('Theme');
  expect(nameText({ ...setting, list: 'labels', reason: 'TWICE' })).toBe('theme');
});
