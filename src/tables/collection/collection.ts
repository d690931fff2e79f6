import type { Rows } from '#src/tables/tables.ts';

/**
 * See table.ts. The row of a deleted collection stays, since its completed tasks still show its
 * name and color.
 */
export type Collection = Rows['collection'];

/** The order of collections in the screens. */
export function byPosition(a: Collection, b: Collection): number {
  return a.position - b.position || (a.id < b.id ? -1 : 1);
}
