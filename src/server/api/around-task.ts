import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';
import { rowOf } from '#src/sync/server/rows.ts';
import type { TasksAround } from '#src/tables/task/complete-now.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { WholeTask } from './find-tasks.ts';

type Tx = Transaction<Database>;

/** The rows around a task that its completion goes by: those above, those directly below, and their completed times. */
export async function readAround(tx: Tx, spaceId: SpaceId, task: WholeTask): Promise<TasksAround> {
  const read = (column: 'parent_id' | 'series_id', ids: readonly string[], since: number | null) =>
    ids.length === 0
      ? Promise.resolve([])
      : tx
          .selectFrom('task')
          .select(rowOf('task'))
          .where('space_id', '=', spaceId)
          .where(column, 'in', ids)
          .where('deleted_at', 'is', null)
          .$if(since !== null, (from) => from.where('completed_at', '>=', since ?? 0))
          .orderBy('id')
          .execute();
  const below = (await read('parent_id', [task.id], null)) as unknown as Task[];
  const repeated = below.filter(({ cycleAt }) => cycleAt !== null).map(({ id }) => id);
  const completed = (await read('series_id', repeated, task.cycleAt ?? 0)) as unknown as Task[];
  const known = new Map([...below, ...(task.above as readonly Task[]), task].map((row) => [row.id, row]));
  return {
    task: (id) => known.get(id),
    under: (id) => (id === task.id ? below.map((row) => row.id) : []),
    completed: { each: () => completed },
  };
}
