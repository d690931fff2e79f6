import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { setting } from '#src/tables/setting/table.ts';
import { DIRECTIONS, type ArrangedList } from './arrangement.ts';
import { choicesOf, columnsBy, listOfView, printListView, readListView, usualView } from './list-view.ts';
import { isViewSetting, viewSettingOf } from './view-setting.ts';

const COLLECTION = '019a0b1c-2d3e-7f40-8a5b-6c7d8e9fabcd';
const LISTS: readonly ArrangedList[] = [
  'overdue',
  'today',
  'upcoming',
  'completed',
  `in:${COLLECTION}`,
  `labelled:${COLLECTION}`,
  `query:${COLLECTION}`,
];

test('[V8] the setting of a list holds the choices of its user, and is empty where all is as usual', () => {
  const anyView = fc.constantFrom(...LISTS).chain((list) => {
    const { layouts, groups, sorts } = choicesOf(list);
    return fc.record({
      list: fc.constant(list),
      view: fc.record({
        layout: fc.constantFrom(...layouts),
        group: fc.constantFrom(...groups),
        sort: fc.constantFrom(...sorts),
        direction: fc.constantFrom(...DIRECTIONS),
      }),
    });
  });
  fc.assert(
    fc.property(anyView, ({ list, view }) => {
      const value = printListView(list, view, '');
      expect(value.length).toBeLessThanOrEqual(LIMITS.settingValue);
      expect(readListView(list, value)).toEqual(view);
    }),
  );
  for (const list of LISTS) expect(printListView(list, usualView(list), '')).toBe('');
});

test('[V8] choices of a newer app are kept, and its unknown values count as not chosen', () => {
  const newer = 'layout:timeline group:priority shade:dark';
  expect(readListView('today', newer)).toEqual({ ...usualView('today'), group: 'priority' });
  const chosen = { ...readListView('today', newer), group: 'label' } as const;
  expect(printListView('today', chosen, newer)).toBe('group:label shade:dark');
  expect(readListView('today', 'nonsense :: layout:weeks')).toEqual(usualView('today'));
});

test('[V8] each list has a setting of its own, with an id that settings may have', () => {
  const ids = LISTS.map(viewSettingOf);
  expect(new Set(ids).size).toBe(LISTS.length);
  for (const id of ids) {
    expect(setting.columns.id.parse(id, 'id')).toBe(id);
    expect(isViewSetting(id)).toBe(true);
  }
  expect(ids.map(listOfView)).toEqual(LISTS);
  expect(isViewSetting('theme')).toBe(false);
  expect(listOfView('theme')).toBeNull();
});

test('[V6] a board has columns also when its list has no groups', () => {
  expect(LISTS.map((list) => columnsBy(list, { ...usualView(list), group: 'none' }))).toEqual([
    'day',
    'priority',
    'day',
    'day',
    'section',
    'priority',
    'priority',
  ]);
});
