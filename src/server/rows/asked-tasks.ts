import type { DayContext } from '#src/domain/quick-add/types.ts';
import type { AllRows } from '#src/file/rows-there.ts';
import { compileQuery, inList } from '#src/reading/query/predicate.ts';
import { readQueryDays } from '#src/reading/query/query-day.ts';
import { readQuery } from '#src/reading/query/read.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';

/** The tasks of a query, by their ids, or the problem with it. */
export function tasksOf(
  query: string,
  { get, lists, rows }: AllRows,
  days: DayContext,
): { readonly has: (id: string) => boolean } | { readonly problem: string } {
  const live = <T extends 'collection' | 'section' | 'label'>(table: T) =>
    [...rows(table)].filter((row) => row.deletedAt === null);
  const context = {
    today: days.now.date,
    readDays: (text: string) => readQueryDays(text, days),
    collections: lists.collections.all(),
    sections: live('section'),
    labels: live('label'),
  };
  const read = readQuery(query, context);
  if ('problem' in read) return { problem: read.problem.message };
  const holds = inList(read.query, compileQuery(read.query, context).holds);
  return {
    has: (id) => {
      const task: PlacedTask | undefined = lists.task(id) ?? get('task', id);
      return task !== undefined && holds(task);
    },
  };
}
