import { useCallback, useSyncExternalStore } from 'react';
import type { Task } from '#src/domain/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

/** The selected tasks, in the order of their selection, each with when it was completed: one that is since leaves it. */
export type Selection = ReadonlyMap<string, Task['completedAt']>;

/** It is of tasks, not of rows: it stays when they move, and when what shows them is no longer in the document. */
const selection = createStore<Selection>(new Map());

const subscribe = (listener: () => void) => selection.subscribe(listener);

/** The task from which Shift selects. */
let anchor: string | null = null;

export function useSelection(): Selection {
  return useStore(selection);
}

export function selectedIds(): ReadonlySet<string> {
  return new Set(selection.get().keys());
}

export function useIsSelecting(): boolean {
  return useSyncExternalStore(subscribe, () => selection.get().size > 0);
}

export function useIsSelected(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => selection.get().has(id), [id]),
  );
}

export function toggleSelected(replica: Replica, id: string): void {
  const next = new Map(selection.get());
  anchor = id;
  if (next.delete(id)) selection.set(next);
  else select(replica, [id]);
}

/** Selects all of a list from what was selected last, or else from `from`, up to one of them. */
export function selectTo(replica: Replica, ids: readonly string[], id: string, from: string | null): void {
  const start = ids.indexOf(anchor ?? '') >= 0 ? anchor : from;
  const ends = [ids.indexOf(start ?? id), ids.indexOf(id)].toSorted((a, b) => a - b);
  const [first = 0, last = 0] = ends;
  select(replica, first < 0 ? [id] : ids.slice(first, last + 1));
  anchor = start ?? id;
}

export function select(replica: Replica, ids: readonly string[]): void {
  const next = new Map(selection.get());
  for (const id of ids) {
    const task = replica.lists.task(id);
    if (task) next.set(id, task.completedAt);
  }
  selection.set(next);
}

/** Keeps of the selected those that pass. */
export function keepSelected(isKept: (id: string, completedAt: Task['completedAt']) => boolean): void {
  const kept = [...selection.get()].filter(([id, completedAt]) => isKept(id, completedAt));
  if (kept.length < selection.get().size) selection.set(new Map(kept));
}

export function clearSelection(): void {
  anchor = null;
  keepSelected(() => false);
}
