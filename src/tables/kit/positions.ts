/** A row of a list that its user orders, or its new place there. */
export interface Positioned {
  readonly id: string;
  readonly position: number;
}

/**
 * The positions that bring one row to `index` (from 0) among all live ones, given in their order.
 * Usually one position between the new neighbors; if no number lies between them, all are numbered from 1.
 */
export function positionsFor(rows: readonly Positioned[], id: string, index: number): Positioned[] {
  const moved = rows.find((row) => row.id === id);
  if (!moved || rows[index] === moved) return [];
  const others = rows.filter((row) => row !== moved);
  const position = positionBetween(others[index - 1]?.position, others[index]?.position);
  if (position !== null) return [{ id, position }];
  return others
    .toSpliced(index, 0, moved)
    .map((row, i) => ({ row, position: i + 1 }))
    .filter(({ row, position }) => row.position !== position)
    .map(({ row, position }) => ({ id: row.id, position }));
}

/** The position of a new row: `at`, or a number after the position `last` if that is higher. */
export function positionOfNew(last: number | null, at: number): number {
  if (last === null) return at;
  // Adding 1 to a large number may change nothing.
  const next = last + Math.max(1, Math.abs(last) * Number.EPSILON);
  return Math.min(Math.max(at, next), Number.MAX_VALUE);
}

/** A finite number between two positions; undefined means no neighbor. Null when no number lies between. */
function positionBetween(before: number | undefined, after: number | undefined): number | null {
  const position =
    before === undefined
      ? (after ?? 1) - 1
      : after === undefined
        ? before + 1
        : // Adds the halves, since the sum may exceed the largest number.
          before / 2 + after / 2;
  const fits = (before === undefined || before < position) && (after === undefined || position < after);
  return fits ? position : null;
}
