import type { Collection } from './collection.ts';

export interface PositionChange {
  readonly id: string;
  readonly position: number;
}

/**
 * The positions that bring one collection to `index` (0 for the first place) among all live ones, which are given in
 * order. Normally one, between its new neighbours; where no number is left between them, all are numbered from 1.
 */
export function positionsFor(
  collections: readonly Pick<Collection, 'id' | 'position'>[],
  id: string,
  index: number,
): PositionChange[] {
  const moved = collections.find((collection) => collection.id === id);
  if (!moved || collections[index] === moved) return [];
  const others = collections.filter((collection) => collection !== moved);
  const position = positionBetween(others[index - 1]?.position, others[index]?.position);
  if (position !== null) return [{ id, position }];
  return others
    .toSpliced(index, 0, moved)
    .map((collection, i) => ({ collection, position: i + 1 }))
    .filter(({ collection, position }) => collection.position !== position)
    .map(({ collection, position }) => ({ id: collection.id, position }));
}

/** The position of a new collection: after the last one, whose position is given, if there is any; `at` where that lies after it. */
export function positionOfNew(last: number | null, at: number): number {
  if (last === null) return at;
  // To a large number, adding 1 may change nothing.
  const next = last + Math.max(1, Math.abs(last) * Number.EPSILON);
  return Math.min(Math.max(at, next), Number.MAX_VALUE);
}

/** A finite number between the two, of which either may be missing; null when there is none. */
function positionBetween(before: number | undefined, after: number | undefined): number | null {
  const position =
    before === undefined
      ? (after ?? 1) - 1
      : after === undefined
        ? before + 1
        : // The halves are added: the sum may be more than a number can be.
          before / 2 + after / 2;
  const fits = (before === undefined || before < position) && (after === undefined || position < after);
  return fits ? position : null;
}
