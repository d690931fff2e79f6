import { expect, test } from 'vitest';
import { collection, task } from '#src/sync/testing/samples.ts';
import { isErased, isSameRow, isThere, newRow, readRow, withDefaults, withoutDefaults } from './row.ts';
import { exportedOf, readSettable } from '#src/tables/filed.ts';
import { settableIn } from '#src/tables/settable-values.ts';

test('[S4] default values are omitted, and filled in again', () => {
  const row = task(1, { description: '' });

  const values = withoutDefaults('task', row);

  // Without the empty description and the default priority.
  const { id, name, date, collectionId, createdAt, updatedAt } = row;
  expect(values).toStrictEqual({ id, name, date, collectionId, createdAt, updatedAt });
  expect(withDefaults('task', values)).toEqual(row);
  expect(
    withDefaults('task', withoutDefaults('task', task(2, { description: 'Slowly', completedAt: 0 }))),
  ).toEqual(task(2, { description: 'Slowly', completedAt: 0 }));
});

test('[S3] a row from before a column existed gets its default', () => {
  const { description: _, deletedAt: __, ...older } = task(1);

  expect(readRow('task', older)).toEqual(task(1));
});

test('[S3] columns of a newer app stay in a row, even after it is written again', () => {
  const newer = { ...task(1), mood: 'calm' };

  const row = readRow('task', newer);

  expect(row).toEqual(newer);
  expect(withDefaults('task', withoutDefaults('task', { ...newer, name: 'Weed' }))).toEqual({
    ...newer,
    name: 'Weed',
  });
  expect(isSameRow(newer, task(1))).toBe(false);
  expect(isSameRow(task(1), newer)).toBe(false);
});

test.for([
  ['a wrong type where there is a default', { description: 7, completedAt: 'yesterday' }, task(1)],
  ['a wrong type where there is none', { name: null }, null],
  ['no priority, as before there were any', { priority: undefined }, task(1)],
  ['numbers and words out of their range', { priority: 9, duration: -1, repeatFrom: 'never' }, task(1)],
  ['days and times that there are not', { date: '2026-02-31', time: '25:00' }, task(1, { date: null })],
  ['a time that no date can hold, where there is a default', { completedAt: 1e300 }, task(1)],
  ['a time that no date can hold, where there is none', { updatedAt: -5 }, null],
  [
    'what a newer app may have widened where there is no default',
    { collectionId: 'x' },
    task(1, { collectionId: 'x' }),
  ],
  ['a missing value where there is no default', { collectionId: undefined }, null],
])('[S3] a stored row with %s is mended or rejected', ([, changes, expected]) => {
  expect(readRow('task', { ...task(1), ...(changes as object) })).toEqual(expected);
});

test.for([null, undefined, 'a row', 5, []])('[S3] %j is no row', (stored) => {
  expect(readRow('task', stored)).toBeNull();
});

test('a row exists while its owner does, unless it stays by itself', () => {
  const gone = collection(1, { deletedAt: 5 });
  const find = (owner: typeof gone | undefined) => () => owner;

  expect(isThere('task', task(1), find(collection(1)))).toBe(true);
  expect(isThere('task', task(1), find(gone))).toBe(false);
  expect(isThere('task', task(1), find(undefined))).toBe(false);
  expect(isThere('task', task(1, { completedAt: 3 }), find(gone))).toBe(true);
  expect(isThere('task', task(1, { completedAt: 3, deletedAt: 4 }), find(collection(1)))).toBe(false);
  expect(isThere('collection', gone, find(undefined))).toBe(false);
});

test('a row without its title is erased', () => {
  expect(isErased('task', task(1, { name: '' }))).toBe(true);
  expect(isErased('task', task(1, { description: '' }))).toBe(false);
  expect(isErased('collection', collection(1, { name: '' }))).toBe(true);
});

test('[S3] a new row gets the defaults of values that an older app omits', () => {
  const { description: _, completedAt: __, deletedAt: ___, ...values } = task(1);

  expect(newRow('task', values)).toEqual(task(1, { description: '' }));
});

test('a device sets exactly the settable values of a row', () => {
  const { id: _, createdAt: __, updatedAt: ___, completedAt: ____, deletedAt: _____, ...own } = task(1);
  const { labels: ______, cycleAt: _7, doneIn: _8, seriesId: _9, ...values } = own;

  expect(settableIn('task', task(1))).toEqual(values);
});

test('an export omits internal columns and nulls', () => {
  const values = {
    id: task(1).id,
    name: 'Task 1',
    description: '',
    date: '2026-06-15',
    collectionId: task(1).collectionId,
    priority: 4,
    labels: '',
    place: '',
    dayPlace: '',
    repeatFrom: 'date',
    createdAt: 1,
  };

  expect(exportedOf('task', task(1))).toEqual(values);
  expect(exportedOf('task', task(1, { completedAt: 0 }))).toEqual({ ...values, completedAt: 0 });
});

test('invalid values in a file count as missing', () => {
  const file = { name: 'Weed', description: 7, date: 'tomorrow', priority: 5, createdAt: 5, mood: 'calm' };

  expect(readSettable('task', file)).toEqual({ name: 'Weed' });
});
