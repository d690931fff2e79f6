import { byPlace } from '#src/domain/place.ts';
import { placedTask, type PlacedTask } from './task.ts';
import type { TasksAround } from './complete-now.ts';
import { liveRow } from '#src/tables/kit/live-rows.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';

/** The tasks of a view without lists, as far as completing one of them needs them. */
export function tasksIn(rows: Overlay): TasksAround {
  const task = (id: string): PlacedTask | undefined => {
    const row = liveRow(rows, 'task', id);
    return row && placedTask(row, (table, of) => rows.get(table, of));
  };
  return {
    task,
    under: (id) =>
      [...rows.idsBelow('task', id)]
        .flatMap((below) => task(below) ?? [])
        .toSorted(byPlace)
        .map((below) => below.id),
    completed: {
      *each() {
        for (const { id, completedAt } of rows.rows('task')) {
          const found = completedAt === null ? undefined : task(id);
          if (found) yield found;
        }
      },
    },
  };
}
