export type Compare = (a: string, b: string) => number;

/** Past so many changes at once, going through the whole list once is cheaper than placing each. */
const FEW = 32;

/** A copy of the sorted `ids` without `removed`, which are in it. `compare` must still know the removed ones. */
export function withoutIds(ids: readonly string[], removed: readonly string[], compare: Compare): string[] {
  if (removed.length > FEW) {
    const gone = new Set(removed);
    return ids.filter((id) => !gone.has(id));
  }
  const next = ids.slice();
  for (const id of removed) next.splice(placeOf(next, id, compare), 1);
  return next;
}

/** A copy of the sorted `ids` with `added`, which are not in it. */
export function withIds(ids: readonly string[], added: readonly string[], compare: Compare): string[] {
  if (added.length > FEW) return [...ids, ...added].toSorted(compare);
  const next = ids.slice();
  for (const id of added) next.splice(placeOf(next, id, compare), 0, id);
  return next;
}

/** Where `id` stands in the sorted `ids`, or would stand. */
function placeOf(ids: readonly string[], id: string, compare: Compare): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // In range: middle < high <= ids.length.
    if (compare(ids[middle] as string, id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
