/** The visible rows of a tree, and the level of each below the top. */
export interface Unfolded {
  readonly ids: readonly string[];
  readonly levels: ReadonlyMap<string, number>;
}

/** The sub-tasks of each parent, in their order. */
export type Children = ReadonlyMap<string, readonly string[]>;

/** `below`: sub-tasks; those of one parent are in their order. */
export function childrenIn(below: readonly string[], parentOf: (id: string) => string | null): Children {
  const children = new Map<string, string[]>();
  for (const id of below) {
    const parent = parentOf(id) ?? '';
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  return children;
}

/**
 * Inserts the descendants of each task after it, without those of folded tasks. `ids`: the top-level tasks.
 * Returns the same `ids` if there are no sub-tasks.
 */
export function unfold(ids: readonly string[], children: Children, folded: ReadonlySet<string>): Unfolded {
  const levels = new Map<string, number>();
  if (children.size === 0) return { ids, levels };
  const rows: string[] = [];
  const add = (id: string, level: number) => {
    rows.push(id);
    if (level > 0) levels.set(id, level);
    if (!folded.has(id)) for (const child of children.get(id) ?? []) add(child, level + 1);
  };
  for (const id of ids) add(id, 0);
  return { ids: rows, levels };
}
