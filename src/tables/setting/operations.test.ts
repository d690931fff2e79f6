import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { mutation, overlayOver } from '#src/sync/testing/samples.ts';
import { InvalidValue } from '#src/tables/kit/column.ts';
import { parseArgs } from '#src/tables/operations.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import { emptyRows } from '#src/tables/kit/overlay.ts';

const set = (id: string, value: string, at = 5) => mutation(at, 'setting.set', { id, value, at });

test('setting.set: the last writer wins', () => {
  const overlay = overlayOver();
  overlay.run(set('theme', 'dark', 5));
  overlay.run(set('theme', 'light', 4));
  expect(overlay.get('setting', 'theme')).toEqual({
    id: 'theme',
    value: 'light',
    updatedAt: 4,
    deletedAt: null,
  });
  expect(overlay.count('setting')).toBe(1);
});

test('setting.set: no change for the chosen value, or for an empty value when none is chosen', () => {
  const overlay = overlayOver();
  overlay.run(set('theme', '', 5));
  expect(overlay.get('setting', 'theme')).toBeUndefined();
  overlay.run(set('theme', 'dark', 6));
  overlay.run(set('theme', 'dark', 7));
  expect(overlay.get('setting', 'theme')?.updatedAt).toBe(6);
});

test('setting.set: rejects SETTING_LIMIT at the limit, but not a change of an existing setting', () => {
  const rows = emptyRows();
  rows.setting.set('theme', { id: 'theme', value: 'dark', updatedAt: 1, deletedAt: null });
  const full = overlayOver(rows, { setting: LIMITS.settings });
  expect(() => full.run(set('clock', '24'))).toThrow(expect.objectContaining({ code: 'SETTING_LIMIT' }));
  full.run(set('theme', 'light'));
  expect(full.get('setting', 'theme')?.value).toBe('light');
});

test('setting.set keeps extra columns that a newer app wrote into the row', () => {
  const rows = emptyRows();
  const newer = { id: 'theme', value: 'dark', updatedAt: 1, deletedAt: null, since: 7 };
  rows.setting.set('theme', newer);
  const overlay = overlayOver(rows);
  overlay.run(set('theme', 'light', 9));
  expect(overlay.get('setting', 'theme')).toEqual({ ...newer, value: 'light', updatedAt: 9 });
});

test.for([['theme'], ['weekStart'], ['a'.repeat(40)]])('setting.set accepts the name %s', ([id = '']) => {
  expect(parseArgs('setting.set', { id, value: 'x', at: 1 }).id).toBe(id);
});

test.for([[''], ['Theme'], ['week-start'], ['a'.repeat(41)], ['theme\n'], ['__proto__'], [7]])(
  'setting.set rejects the name %j',
  ([id]) => {
    expect(() => parseArgs('setting.set', { id, value: 'x', at: 1 })).toThrow(InvalidValue);
  },
);

test('setting.set is undone by the value from before, and a setting without a change has no inverse', () => {
  const overlay = overlayOver();
  const dark = { name: 'setting.set', args: { id: 'theme', value: 'dark', at: 3 } } as const;
  expect(inverseOf(dark, overlay)).toEqual({ name: 'setting.set', args: { id: 'theme', value: '', at: 3 } });
  overlay.run(set('theme', 'dark'));
  expect(inverseOf(dark, overlay)).toBeNull();
});
