import { expect, test } from 'vitest';
import { ADD_TASK, DOWN, EDIT, NEXT, PREVIOUS, SELECT_ALL, UP } from '#src/web/focus/commands/shared.ts';
import { SCREENS } from '#src/web/screens.ts';
import { ANYWHERE } from './anywhere.ts';
import { COMMANDS } from './commands.ts';
import { IN_LISTS } from './in-lists.ts';

const twice = (all: readonly string[]) => all.filter((one, index) => all.indexOf(one) !== index);

test('each command has an id of its own, also beside the screens', () => {
  const ids = Object.values(COMMANDS).flatMap((commands) => commands.map(({ id }) => id));
  expect(twice([...ids, ...SCREENS.map(({ id }) => id)])).toEqual([]);
});

test('a key of the page does one thing', () => {
  const ofScreens = SCREENS.flatMap(({ key }) => (key === undefined ? [] : [`g ${key}`]));
  const keys = [...ANYWHERE, ...IN_LISTS].flatMap((command) => command.keys);
  expect(twice([...keys, ...ofScreens])).toEqual([]);
});

test.each([
  ['a board', [...COMMANDS.board, NEXT, PREVIOUS, UP, DOWN]],
  ['the calendar', [...COMMANDS.calendar, ADD_TASK, EDIT]],
  ['the sidebar', COMMANDS.sidebar],
])('a key of %s does one thing', (_, commands) => {
  expect(twice(commands.flatMap(({ keys }) => keys))).toEqual([]);
});

test('a command of the page has its function, unless a part of the page has it', () => {
  const without = [...ANYWHERE, ...IN_LISTS, ...COMMANDS.palette].filter(({ run }) => !run);
  expect(without).toEqual([SELECT_ALL]);
});

test('a command without a key is done by the palette', () => {
  const keyless = Object.values(COMMANDS)
    .flat()
    .filter(({ keys }) => keys.length === 0);
  expect(keyless).toEqual(COMMANDS.palette);
});
