import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedIds, type Compare } from './sorted-ids.ts';

const byText: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

test('ids are added and removed in order, few or many at once, and a snapshot stays as it was', () => {
  const anyIds = fc.uniqueArray(fc.integer({ min: 0, max: 999 }).map(String), {
    maxLength: 120,
    size: 'max',
  });
  fc.assert(
    fc.property(anyIds, fc.nat(120), fc.boolean(), (some, cut, isUnread) => {
      const [kept, moved] = [some.slice(cut), some.slice(0, cut)];
      const ids = new SortedIds(byText);
      ids.add(kept);
      const before = isUnread ? kept.toSorted(byText) : ids.snapshot();

      ids.add(moved);
      const all = ids.snapshot();
      expect(all).toEqual(some.toSorted(byText));
      expect(ids.size).toBe(some.length);

      ids.remove(moved);
      expect(ids.snapshot()).toEqual(kept.toSorted(byText));
      expect(before).toEqual(kept.toSorted(byText));
      expect(all).toEqual(some.toSorted(byText));
    }),
  );
});

test('a list is the same object each time it is read, until it changes', () => {
  const ids = new SortedIds(byText);
  expect(ids.snapshot()).toBe(ids.snapshot());
  ids.add(['b']);
  const read = ids.snapshot();
  expect(ids.snapshot()).toBe(read);

  ids.add(['a']);

  expect(ids.snapshot()).not.toBe(read);
});

test('the order is that of the comparison', () => {
  const ids = new SortedIds((a, b) => byText(b, a));
  for (const id of ['a', 'c', 'b']) ids.add([id]);
  expect(ids.snapshot()).toEqual(['c', 'b', 'a']);

  ids.remove(['b']);
  ids.add(['d']);

  expect(ids.snapshot()).toEqual(['d', 'c', 'a']);
});

test('a list that is never read is never sorted', () => {
  const ids = new SortedIds(() => {
    throw new Error('compared');
  });
  ids.add(['b', 'a']);
  ids.remove(['b']);
  ids.add(['c']);
  expect(ids.size).toBe(2);
});
