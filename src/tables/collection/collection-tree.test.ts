import { describe, expect, test } from 'vitest';
import { collection, sampleId } from '#src/sync/testing/samples.ts';
import type { Collection } from './collection.ts';
import { archivedAmong, treeOf } from './collection-tree.ts';

const at = (n: number) => sampleId('collection', n);

/** Collections 1, 2 and so on, with the given fields. */
const collectionsOf = (...fields: readonly Partial<Collection>[]) =>
  fields.map((each, index) => collection(index + 1, each));

/** The names, with a dash for each level. */
const drawn = (collections: readonly Collection[]) =>
  treeOf(collections).map(
    ({ collection: { name }, level }) => `${'-'.repeat(level)}${name.replace('Collection ', '')}`,
  );

describe('[T8] the tree of collections', () => {
  test('each is below its parent, the collections of one parent in their order', () => {
    const all = collectionsOf({}, { parentId: at(4) }, { parentId: at(1) }, { parentId: at(1) });
    expect(drawn(all)).toEqual(['1', '-3', '-4', '--2']);
    expect(treeOf(all).map(({ hasBelow }) => hasBelow)).toEqual([true, false, true, false]);
  });

  test('favorites come first, with all below them, even if they have a parent', () => {
    const all = collectionsOf(
      {},
      { parentId: at(1), isFavourite: 1 },
      { parentId: at(2) },
      { isFavourite: 1 },
      { parentId: at(1) },
    );
    expect(drawn(all)).toEqual(['2', '-3', '4', '1', '-5']);
    expect(treeOf(all).map(({ aboveId }) => aboveId)).toEqual([null, at(2), null, null, at(1)]);
  });

  test('one with a deleted parent is at the top', () => {
    expect(drawn([collection(2, { parentId: at(1) }), collection(3)])).toEqual(['2', '3']);
  });

  test('an archived one is hidden with all below it, favorites too', () => {
    const all = collectionsOf(
      { archivedAt: 5 },
      { parentId: at(1), isFavourite: 1 },
      { parentId: at(2) },
      {},
      { parentId: at(4), archivedAt: 5 },
    );
    expect(drawn(all)).toEqual(['4']);
    expect(archivedAmong(all)).toEqual(new Set([at(1), at(2), at(3), at(5)]));
    expect(archivedAmong(all.slice(1))).toEqual(new Set([at(5)]));
  });
});
