import { expect, test } from 'vitest';
import { groupNotes, nameText } from './import-texts.ts';

test('a preference is named as on the preferences page, any other entry by its own name', () => {
  const setting = { list: 'settings', place: 1, name: 'theme', reason: 'WRONG_ENTRY' } as const;
  expect(nameText(setting)).toBe('Theme');
  expect(nameText({ ...setting, list: 'labels', reason: 'TWICE' })).toBe('theme');
});

test('notes with the same text form one group across lists, and each table is named by its own nouns', () => {
  const note = { place: 1, name: '' };
  const { skipped } = groupNotes([
    { ...note, list: 'reminders', reason: 'NO_OWNER' },
    { ...note, list: 'filters', reason: 'TABLE_LIMIT' },
    { ...note, list: 'sections', reason: 'WRONG_ENTRY' },
    { ...note, list: 'tasks', reason: 'TABLE_LIMIT' },
    { ...note, list: 'completedTasks', reason: 'TABLE_LIMIT' },
  ]);
  expect(skipped.map(({ text, notes }) => [text, notes.length])).toEqual([
    ['More tasks than the 200,000 you can have', 2],
    ['Reminders without a known task', 1],
    ['More filters than the 200 you can have', 1],
    ['Sections that Sunglow cannot read', 1],
  ]);
});
