import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasId, hasRoomFor, ID_SET_SIZE, idSetOf, idsIn, isIdSet, withId, withoutId } from './id-set.ts';

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [a, b, c] = [1, 2, 3].map(idOf) as [string, string, string];

const anyId = fc.oneof(fc.nat(5).map(idOf), fc.uuid());
const anyChange = fc.record({ id: anyId, isAdded: fc.boolean() });
const anySet = fc.array(anyId, { maxLength: 8 }).map(idSetOf);
const apply = (set: string, { id, isAdded }: { id: string; isAdded: boolean }) =>
  isAdded ? withId(set, id) : withoutId(set, id);

test('[S5] a set is one text of its sorted ids', () => {
  expect(withId(withId(withId('', c), a), b)).toBe(`${a} ${b} ${c}`);
  expect(withoutId(`${a} ${b}`, a)).toBe(b);
  expect(withoutId(a, a)).toBe('');
  expect(idsIn('')).toEqual([]);
  expect(idsIn(`${a} ${b}`)).toEqual([a, b]);
});

test('[S5] adding and removing different members commute, so that changes of two devices both hold', () => {
  fc.assert(
    fc.property(anySet, anyChange, anyChange, (set, one, other) => {
      fc.pre(one.id !== other.id);
      expect(apply(apply(set, one), other)).toBe(apply(apply(set, other), one));
    }),
  );
});

test('[S5] after any additions and removals, equal sets have one form', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 40 }), (changes) => {
      let set = '';
      const model = new Set<string>();
      for (const change of changes) {
        set = apply(set, change);
        if (change.isAdded) model.add(change.id);
        else model.delete(change.id);
        expect(apply(set, change)).toBe(set);
        expect(hasId(set, change.id)).toBe(change.isAdded);
      }
      expect(new Set(idsIn(set))).toEqual(model);
      expect(isIdSet(set)).toBe(true);
    }),
  );
});

test('[S5] a full set has room only for its own members', () => {
  const nearly = idSetOf(Array.from({ length: ID_SET_SIZE - 1 }, (_, n) => idOf(n)));
  const full = withId(nearly, idOf(500));

  expect(hasRoomFor(nearly, idOf(500))).toBe(true);
  expect(hasRoomFor(full, idOf(501))).toBe(false);
  expect(hasRoomFor(full, idOf(500))).toBe(true);
  expect(isIdSet(full)).toBe(true);
  expect(isIdSet(withId(full, idOf(501)))).toBe(false);
});

test.each([
  ['not in order', `${b} ${a}`],
  ['one twice', `${a} ${a}`],
  ['two blanks', `${a}  ${b}`],
  ['a blank at the end', `${a} `],
  ['a blank alone', ' '],
  ['a comma', `${a},${b}`],
  ['no ids', 'home work'],
  ['no text', null],
])('[S5] with %s it is no set', (_, value) => {
  expect(isIdSet(value)).toBe(false);
});
