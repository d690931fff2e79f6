import type { Rows } from '#src/domain/schema/index.ts';

/** See schema/collection.ts. A deleted one's row stays, since its completed tasks go on showing its name and colour. */
export type Collection = Rows['collection'];

/** The order in which collections are shown. */
export function byPosition(a: Collection, b: Collection): number {
  return a.position - b.position || (a.id < b.id ? -1 : 1);
}
