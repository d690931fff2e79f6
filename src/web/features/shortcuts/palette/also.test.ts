import { expect, test } from 'vitest';
import { COMMANDS } from '#src/web/features/shortcuts/commands/commands.ts';
import { SCREENS } from '#src/web/screens.ts';
import { ALSO, PARTS } from './also.ts';
import { findEntries } from './find-entries.ts';

const named = [
  ...SCREENS,
  ...PARTS,
  ...Object.values(COMMANDS)
    .flat()
    .map(({ id, does }) => ({ id, name: does })),
].map(({ id, name }) => ({ key: id, name, also: ALSO[id] }));

test('[V4] each synonym belongs to a screen, a part of the account or a command', () => {
  const known = new Set(named.map(({ key }) => key));
  expect(Object.keys(ALSO).filter((id) => !known.has(id))).toEqual([]);
});

test.each([
  ['log out', 'sign-out'],
  ['dark mode', 'dark'],
  ['settings', 'preferences'],
  ['email', 'account'],
  ['new project', 'add-collection'],
  ['new section', 'add-section'],
  ['kanban', 'view'],
  ['download', 'export-data'],
  ['todoist', 'import-data'],
  ['notifications', 'reminders'],
  ['password', 'security'],
  ['tag', 'add-label'],
])('[V4] “%s” finds %s', (text, id) => {
  const keys = findEntries(named, text.split(' '), []).found.map(({ key }) => key);
  expect(keys).toContain(id);
});
