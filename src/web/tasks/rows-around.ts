import type { Replica } from '#src/sync/client/replica.ts';
import type { RowsAround } from '#src/tables/task/copy-task.ts';

/** The rows of this device, for copies of tasks. */
export function rowsAround(replica: Replica): RowsAround {
  const { lists } = replica;
  return {
    task: (id) => lists.task(id),
    under: (id) => lists.under(id),
    reminders: (id) => lists.reminders(id).flatMap((each) => replica.get('reminder', each) ?? []),
  };
}
