import { expect, test } from 'vitest';
import { NEXT, SELECT_ALL } from './shared.ts';
import { runCommand, type PartRuns } from './part-command.ts';
import { TO_DAYS } from './calendar.ts';

type Id = (typeof COMMANDS)[number]['id'];

const NOTHING_HELD = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const COMMANDS = [...TO_DAYS, NEXT, SELECT_ALL] as const;

/** The runs of a key press, and whether the browser handles the key too. */
function press(
  key: string,
  held: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey', boolean>> = {},
  result?: false,
) {
  const runs: [Id, 1 | -1][] = [];
  let isLeft = true;
  const run = (id: Id) => (step: 1 | -1) => {
    runs.push([id, step]);
    return result;
  };
  const event = {
    ...NOTHING_HELD,
    ...held,
    key,
    code: key,
    preventDefault: () => (isLeft = false),
  };
  const all = Object.fromEntries(COMMANDS.map(({ id }) => [id, run(id)])) as PartRuns<
    (typeof COMMANDS)[number]
  >;
  return { isRun: runCommand(event, COMMANDS, all), runs, isLeft };
}

test('each key of a command runs it, and tells the first from another', () => {
  expect(press('PageDown')).toEqual({ isRun: true, runs: [['page', 1]], isLeft: false });
  expect(press('PageUp').runs).toEqual([['page', -1]]);
  expect(press('PageUp', { shiftKey: true }).runs).toEqual([['pages', -1]]);
  expect(press('j').runs).toEqual([['next', 1]]);
  expect(press('a', { ctrlKey: true }).runs).toEqual([['select-all', 1]]);
});

test('a key without a command, or with nothing to do, is left to the browser', () => {
  expect(press('Tab')).toEqual({ isRun: false, runs: [], isLeft: true });
  expect(press('ArrowRight', { shiftKey: true })).toEqual({ isRun: false, runs: [], isLeft: true });
  expect(press('PageUp', { altKey: true })).toEqual({ isRun: false, runs: [], isLeft: true });
  expect(press('PageUp', {}, false)).toEqual({ isRun: false, runs: [['page', -1]], isLeft: true });
});
