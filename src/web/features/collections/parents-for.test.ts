import { expect, test } from 'vitest';
import { treeOf } from '#src/tables/collection/collection-tree.ts';
import { collection, sampleId } from '#src/sync/testing/samples.ts';
import { parentsFor } from './parents-for.ts';

const at = (n: number) => sampleId('collection', n);

// 1, with 2 below it and 3 below that; 4, with the favorite 5 below it.
const TREE = treeOf([
  collection(1),
  collection(2, { parentId: at(1) }),
  collection(3, { parentId: at(2) }),
  collection(4),
  collection(5, { parentId: at(4), isFavourite: 1 }),
]);

const offered = (id: string | null) =>
  parentsFor(TREE, id).map(({ collection: { id: parent } }) => Number(parent.slice(-3)));

test('[T8] a parent is any collection but itself, those below it, and those too deep for it', () => {
  // Three levels of parents, even for a favorite that is shown at the top.
  expect(offered(null)).toEqual([5, 1, 2, 4]);
  expect(offered(at(1))).toEqual([]);
  expect(offered(at(2))).toEqual([1, 4]);
  expect(offered(at(3))).toEqual([5, 1, 2, 4]);
  expect(offered(at(4))).toEqual([1]);
});
