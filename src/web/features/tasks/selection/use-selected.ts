import { useEffect, useReducer } from 'react';
import type { PlacedTask } from '#src/domain/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { keepSelected, useSelection } from '#src/web/tasks/selection.ts';

/** The selected tasks, as they change. Those that go, or are completed or reopened elsewhere, leave the selection. */
export function useSelected(): readonly PlacedTask[] {
  // The tasks are read anew, though the selection is the same.
  'use no memo';
  const replica = useReplica();
  const selection = useSelection();
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let isAsked = false;
    const look = () => {
      if (isAsked) return;
      isAsked = true;
      // A change of many tells of each.
      queueMicrotask(() => {
        isAsked = false;
        keepSelected((id, completedAt) => replica.lists.task(id)?.completedAt === completedAt);
        refresh();
      });
    };
    const topics = Array.from(selection.keys(), (id) => `task:${id}` as const);
    const stops = [...topics, 'collections' as const].map((topic) => replica.subscribe(topic, look));
    return () => {
      for (const stop of stops) stop();
    };
  }, [replica, selection]);
  return [...selection.keys()].flatMap((id) => replica.lists.task(id) ?? []);
}
