import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collection, sampleId } from '#src/sync/testing/samples.ts';
import { movesTo, siblingsOf, spotAt } from './collection-moves.ts';
import { treeOf } from './collection-tree.ts';
import { byPosition, type Collection } from './collection.ts';

const at = (n: number) => sampleId('collection', n);

// 1, with 2 and 3 below it, and 4 below 3; then 5; then the favorite 6.
const ALL = [
  collection(1),
  collection(2, { parentId: at(1) }),
  collection(3, { parentId: at(1) }),
  collection(4, { parentId: at(3) }),
  collection(5),
  collection(6, { isFavourite: 1 }),
];
const ROWS = treeOf(ALL);

/** The collections in the order after these moves. */
function movedBy(moves: ReturnType<typeof movesTo>, collections: readonly Collection[] = ALL) {
  const changes = new Map(moves.map((move) => [move.id, move.changes]));
  return collections.map((each) => ({ ...each, ...changes.get(each.id) })).toSorted(byPosition);
}

const drawn = (collections: readonly Collection[]) =>
  treeOf(collections)
    .map(({ collection: { id }, level }) => '-'.repeat(level) + Number(id.slice(-3)))
    .join(' ');

const dropped = (id: number, before: number) => {
  const spot = spotAt(ROWS, at(id), before);
  return spot && drawn(movedBy(movesTo(ROWS, at(id), spot)));
};

describe('[T8] where a collection goes', () => {
  test('it moves among the collections of its parent, and a favorite among favorites', () => {
    expect(drawn(ALL)).toBe('6 1 -2 -3 --4 5');
    expect(siblingsOf(ROWS, at(3)).map(({ id }) => id)).toEqual([at(2), at(3)]);
    expect(siblingsOf(ROWS, at(1)).map(({ id }) => id)).toEqual([at(1), at(5)]);
    expect(siblingsOf(ROWS, at(6)).map(({ id }) => id)).toEqual([at(6)]);
    expect(movesTo(ROWS, at(3), { aboveId: at(1), index: 0 })).toEqual([
      { id: at(3), changes: { position: 1 } },
    ]);
    expect(movesTo(ROWS, at(3), { aboveId: at(1), index: 1 })).toEqual([]);
  });

  test('dropped among the collections below another one, it goes there, with all below it', () => {
    expect(dropped(5, 3)).toBe('6 1 -2 -5 -3 --4');
    expect(dropped(5, 2)).toBe('6 1 -5 -2 -3 --4');
    expect(dropped(3, 1)).toBe('6 3 -4 1 -2 5');
    expect(dropped(2, 4)).toBe('6 1 -3 --2 --4 5');
  });

  test('dropped after the last collection below another one, it stays there if it was there, and else moves out', () => {
    expect(dropped(2, 5)).toBe('6 1 -3 --4 -2 5');
    expect(dropped(4, 5)).toBe('6 1 -2 -3 --4 5');
    expect(dropped(5, 5)).toBe('6 1 -2 -3 --4 5');
    expect(dropped(2, 6)).toBe('6 1 -3 --4 5 2');
  });

  test('a favorite stays at the top, and other collections come after all favorites', () => {
    expect(dropped(6, 3)).toBe('6 1 -2 -3 --4 5');
    expect(dropped(5, 0)).toBe('6 5 1 -2 -3 --4');
  });

  test('it cannot be dropped below itself', () => {
    expect(dropped(1, 3)).toBeNull();
    expect(spotAt(ROWS, 'unknown', 1)).toBeNull();
  });

  test('dropped anywhere, it alone changes its parent, and the others keep their order', () => {
    const any = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat(6));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (drops) => {
        let collections: readonly Collection[] = ALL;
        for (const [n, gap] of drops) {
          const rows = treeOf(collections);
          const spot = spotAt(rows, at(n), gap);
          if (!spot) continue;
          const moves = movesTo(rows, at(n), spot);
          expect(moves.filter(({ changes }) => changes.parentId !== undefined).length).toBeLessThan(2);
          collections = movedBy(moves, collections);
          const siblings = siblingsOf(treeOf(collections), at(n)).map(({ id }) => id);
          expect(siblings.indexOf(at(n))).toBe(spot.index);
          const before = rows.map(({ collection: { id } }) => id).filter((id) => siblings.includes(id));
          expect(siblings.filter((id) => id !== at(n))).toEqual(before.filter((id) => id !== at(n)));
        }
      }),
    );
  });
});
