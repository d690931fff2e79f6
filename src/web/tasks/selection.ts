import { useCallback, useSyncExternalStore } from 'react';
import type { Task } from '#src/tables/task/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

/**
 * The selected tasks in the order of their selection, each with its `completedAt`: a task completed since
 * then leaves the selection.
 */
export type Selection = ReadonlyMap<string, Task['completedAt']>;

/** It contains tasks, not rows: it survives moves, and rows that leave the document. */
const selection = createStore<Selection>(new Map());

const subscribe = (listener: () => void) => selection.subscribe(listener);

/** The task that a Shift selection begins from. */
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

/** Selects the tasks of a list from the one selected last, or else `from`, up to `id`. */
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

/** Removes the selected tasks that `isKept` rejects. */
export function keepSelected(isKept: (id: string, completedAt: Task['completedAt']) => boolean): void {
  const kept = [...selection.get()].filter(([id, completedAt]) => isKept(id, completedAt));
  if (kept.length < selection.get().size) selection.set(new Map(kept));
}

export function clearSelection(): void {
  anchor = null;
  keepSelected(() => false);
}
