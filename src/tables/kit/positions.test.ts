import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionOfNew, positionsFor } from './positions.ts';
import { newRow } from './row.ts';
import { byPosition, type Collection } from '#src/tables/collection/collection.ts';

const row = (id: string, position: number): Collection =>
  newRow('collection', { id, name: id, color: '#FFCC33', position, createdAt: 0 });
const rows = (positions: readonly number[]) =>
  positions.map((position, i) => row(String(i).padStart(3, '0'), position)).toSorted(byPosition);
const [a, b, c] = [row('a', 10), row('b', 20), row('c', 40)];

test('a collection goes between its new neighbors, before the first or after the last', () => {
  expect(positionsFor([a, b, c], 'a', 1)).toEqual([{ id: 'a', position: 30 }]);
  expect(positionsFor([a, b, c], 'c', 1)).toEqual([{ id: 'c', position: 15 }]);
  expect(positionsFor([a, b, c], 'c', 0)).toEqual([{ id: 'c', position: 9 }]);
  expect(positionsFor([a, b, c], 'a', 2)).toEqual([{ id: 'a', position: 41 }]);
});

test('a move to its own place changes nothing', () => {
  expect(positionsFor([a, b, c], 'b', 1)).toEqual([]);
  expect(positionsFor([a], 'a', 0)).toEqual([]);
  expect(positionsFor([a, b, c], 'unknown', 1)).toEqual([]);
});

test('between equal or adjacent numbers all are numbered anew, and only changed numbers are returned', () => {
  expect(positionsFor([row('a', 1), row('b', 1), row('c', 1)], 'c', 1)).toEqual([
    { id: 'c', position: 2 },
    { id: 'b', position: 3 },
  ]);
  const next = 1 + Number.EPSILON;
  expect(positionsFor([row('a', 1), row('b', next), row('c', 9)], 'c', 1)).toEqual([
    { id: 'c', position: 2 },
    { id: 'b', position: 3 },
  ]);
});

const anyPosition = fc.oneof(
  fc.constantFrom(0, 1, 1 + Number.EPSILON, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: 1_767_225_600_000, max: 1_767_225_600_010 }),
);
const anyMoves = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 60, size: 'max' });

test('after any number of moves, the order is the wanted one, with finite positions', () => {
  fc.assert(
    fc.property(fc.array(anyPosition, { minLength: 1, maxLength: 12 }), anyMoves, (positions, moves) => {
      let collections = rows(positions);
      for (const [which, where] of moves) {
        const moved = collections[which % collections.length]!;
        const index = where % collections.length;
        const wanted = collections.filter((each) => each !== moved).toSpliced(index, 0, moved);

        const changes = new Map(
          positionsFor(collections, moved.id, index).map(({ id, position }) => [id, position]),
        );

        collections = collections
          .map((each) => ({ ...each, position: changes.get(each.id) ?? each.position }))
          .toSorted(byPosition);
        expect(collections.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        expect(collections.every(({ position }) => Number.isFinite(position))).toBe(true);
      }
    }),
  );
});

test('moving back and forth into the same gap nearly always returns one change', () => {
  let collections = rows([1, 2, 3]);
  let changes = 0;
  for (let n = 0; n < 500; n++) {
    const last = collections.at(-1)!;
    const some = positionsFor(collections, last.id, 1);
    changes += some.length;
    for (const { id, position } of some)
      collections = collections.map((each) => (each.id === id ? { ...each, position } : each));
    collections = collections.toSorted(byPosition);
  }
  expect(changes).toBeLessThan(550);
});

test('a new collection comes after the last, at its own time if that is later', () => {
  expect(positionOfNew(null, 5)).toBe(5);
  expect(positionOfNew(3, 5)).toBe(5);
  expect(positionOfNew(5, 5)).toBe(6);
  for (const last of [-1e300, -0.5, 0, 2 ** 53, 1e300])
    expect(positionOfNew(last, -1e301)).toBeGreaterThan(last);
  expect(positionOfNew(Number.MAX_VALUE, 5)).toBe(Number.MAX_VALUE);
});
