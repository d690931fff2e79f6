interface Node {
  readonly id: string;
  /** '' for none. */
  readonly parent: string;
}

/** Each after its parent, and before the next one beside the parent. Circles come last, as they are. */
export function inTreeOrder<T>(items: readonly T[], nodeOf: (item: T) => Node): readonly T[] {
  const ids = new Set(items.map((item) => nodeOf(item).id));
  const below = Map.groupBy(items, (item) => {
    const { parent } = nodeOf(item);
    return ids.has(parent) ? parent : '';
  });
  const sorted = new Set<T>();
  // A stack, since a file may have thousands of levels.
  const stack = (below.get('') ?? []).toReversed();
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (sorted.has(item)) continue;
    sorted.add(item);
    const { id } = nodeOf(item);
    if (id !== '') for (const each of (below.get(id) ?? []).toReversed()) stack.push(each);
  }
  return [...sorted, ...items.filter((item) => !sorted.has(item))];
}
