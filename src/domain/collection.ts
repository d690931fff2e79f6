import type { ColorHex } from '#src/domain/colors.ts';

/**
 * A named, coloured collection of tasks. Live names are unique per user, compared exactly. A deleted collection's row
 * stays, since its completed tasks go on showing its name and colour.
 */
export interface Collection {
  readonly id: string;
  readonly name: string;
  readonly color: ColorHex;
  /** Its place among the others: the smallest stands first, and of equal ones the smaller id. Finite. */
  readonly position: number;
  readonly createdAt: number;
  readonly deletedAt: number | null;
}

/** The order in which collections are shown. */
export function byPosition(a: Collection, b: Collection): number {
  return a.position - b.position || (a.id < b.id ? -1 : 1);
}
