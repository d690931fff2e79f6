/** A run of tasks with or without a heading above it. */
export interface Section {
  readonly key: string;
  readonly heading: string | null;
  readonly ids: readonly string[];
}

/** A virtualised list's items, in one row: headings and tasks. */
export interface ListPlan {
  readonly sections: readonly Section[];
  readonly count: number;
  /** Index of each section's first item (its heading, if it has one). */
  readonly starts: readonly number[];
}

export type ListItem =
  | { readonly kind: 'heading'; readonly section: Section }
  | { readonly kind: 'task'; readonly section: Section; readonly id: string; readonly position: number };

export function planList(sections: readonly Section[]): ListPlan {
  const starts: number[] = [];
  let count = 0;
  for (const { heading, ids } of sections) {
    starts.push(count);
    count += ids.length + (heading === null ? 0 : 1);
  }
  return { sections, count, starts };
}

/** The item at `index`, 0 to `count` - 1; undefined beyond. Costs the logarithm of the number of sections. */
export function itemAt({ sections, starts, count }: ListPlan, index: number): ListItem | undefined {
  if (index < 0 || index >= count) return undefined;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? Infinity) <= index) low = middle;
    else high = middle - 1;
  }
  const section = sections[low];
  if (!section) return undefined;
  const offset = index - (starts[low] ?? 0) - (section.heading === null ? 0 : 1);
  if (offset < 0) return { kind: 'heading', section };
  const id = section.ids[offset];
  return id === undefined ? undefined : { kind: 'task', section, id, position: offset + 1 };
}
