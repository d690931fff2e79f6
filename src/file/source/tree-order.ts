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

interface Closable {
  readonly id: string;
  readonly parent?: string | null;
  readonly isDone?: boolean;
}

/** Tells if a task above this one is completed. */
export function closedAmong<T extends Closable>(tasks: readonly T[]): (task: T) => boolean {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  /** True for an id when the task or one above it is completed. */
  const closed = new Map<string, boolean>();
  for (const task of tasks) {
    const chain = new Set<T>();
    let at: T | undefined = task;
    while (at && !closed.has(at.id) && at.isDone !== true && !chain.has(at)) {
      chain.add(at);
      at = byId.get(at.parent ?? '');
    }
    const isClosed = at !== undefined && (closed.get(at.id) ?? at.isDone === true);
    for (const { id } of chain) closed.set(id, isClosed);
    if (task.isDone === true) closed.set(task.id, true);
  }
  return ({ parent }) => closed.get(parent ?? '') === true;
}
