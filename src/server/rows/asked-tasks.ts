import type { DayContext } from '#src/domain/quick-add/types.ts';
import type { AllRows } from '#src/file/rows-there.ts';
import { readQueryDays } from '#src/reading/query/query-day.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { askedQuery } from './asked-query.ts';

export interface AskedTasks {
  readonly has: (id: string) => boolean;
  /** The number of conditions. */
  readonly size: number;
}

/** The tasks of a query, by their ids, or the problem with it. */
export function tasksOf(
  query: string,
  { get, lists, rows }: AllRows,
  days: DayContext,
): AskedTasks | { readonly problem: string } {
  const live = <T extends 'collection' | 'section' | 'label'>(table: T) =>
    [...rows(table)].filter((row) => row.deletedAt === null);
  const context = {
    today: days.now.date,
    readDays: (text: string) => readQueryDays(text, days),
    collections: lists.collections.all(),
    sections: live('section'),
    labels: live('label'),
  };
  const asked = askedQuery(query, context);
  if ('problem' in asked) return { problem: asked.problem.message };
  const { holds, size } = asked;
  return {
    size,
    has: (id) => {
      const task: PlacedTask | undefined = lists.task(id) ?? get('task', id);
      return task !== undefined && holds(task);
    },
  };
}
