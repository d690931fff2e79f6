import { useEffect, useReducer } from 'react';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { keepSelected, useSelection } from '#src/web/tasks/selection.ts';

/** The selected tasks, live. Tasks that are deleted, completed or reopened elsewhere leave the selection. */
export function useSelected(): readonly PlacedTask[] {
  // Each render reads the tasks again, even if the selection is the same.
  'use no memo';
  const replica = useReplica();
  const selection = useSelection();
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let isAsked = false;
    const look = () => {
      if (isAsked) return;
      isAsked = true;
      // A change of many tasks announces each of them, and one look is enough.
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
