import { expect, test } from 'vitest';
import type { Arrangement } from '#src/reading/lists/arrangement.ts';
import { orderGroups, sectionOf } from './order-groups.ts';

const groupsOf = (...keys: readonly string[]) => new Map(keys.map((key) => [key, [`task of ${key}`]]));

function keysOf(
  { list = 'in:1', group }: Partial<Arrangement> & Pick<Arrangement, 'group'>,
  filled: readonly string[],
  all: readonly string[],
  isBoard: boolean,
): string[] {
  return orderGroups({ list, group }, groupsOf(...filled), all, isBoard).map(({ key }) => key);
}

test('[V8] a list shows the groups that hold tasks, in their order, and every section', () => {
  expect(keysOf({ group: 'priority' }, ['4', '1'], ['1', '2', '3', '4'], false)).toEqual(['1', '4']);
  expect(keysOf({ group: 'section' }, ['b'], ['', 'a', 'b'], false)).toEqual(['a', 'b']);
  // A deleted collection still heads its completed tasks.
  expect(keysOf({ list: 'completed', group: 'collection' }, ['gone', 'b'], ['a', 'b'], false)).toEqual([
    'b',
    'gone',
  ]);
});

test('[V6] a board shows empty columns too, except for collections', () => {
  expect(keysOf({ group: 'priority' }, ['4'], ['1', '2', '3', '4'], true)).toEqual(['1', '2', '3', '4']);
  expect(keysOf({ group: 'label' }, [], ['', 'a'], true)).toEqual(['', 'a']);
  expect(keysOf({ list: 'today', group: 'collection' }, ['b'], ['a', 'b'], true)).toEqual(['b']);
});

test('[V6] days come in order, completed ones newest first; the group without a day is first on a board and last in a list', () => {
  const days = ['2026-11-30', '', '2026-11-20'];
  const week = ['2026-11-25', '2026-11-26'];
  expect(keysOf({ group: 'day' }, days, week, true)).toEqual([
    '',
    '2026-11-20',
    '2026-11-25',
    '2026-11-26',
    '2026-11-30',
  ]);
  expect(keysOf({ group: 'day' }, days, [], false)).toEqual(['2026-11-20', '2026-11-30', '']);
  const done = ['2026-11-20', '2026-11-30'];
  expect(keysOf({ list: 'completed', group: 'day' }, done, [], false)).toEqual(['2026-11-30', '2026-11-20']);
});

test('[V8] a group becomes a section of the list with its day, its section or its key', () => {
  const ids = ['1'];
  expect(sectionOf('day', { key: '2026-11-20', ids })).toEqual({ day: '2026-11-20', ids });
  expect(sectionOf('day', { key: '', ids })).toEqual({ day: null, group: 'none', ids });
  expect(sectionOf('section', { key: '', ids })).toEqual({ day: null, sectionId: null, ids });
  expect(sectionOf('priority', { key: '2', ids })).toEqual({ day: null, group: '2', ids });
  expect(sectionOf('none', { key: '', ids })).toEqual({ day: null, ids });
});
