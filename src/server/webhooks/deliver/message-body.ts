import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import { TASK_COLUMNS, type WholeTask } from '#src/server/api/find-tasks.ts';
import { toldRow } from '#src/server/api/row-schemas.ts';
import type { Database, HookMessageTable, HookTable } from '#src/server/db/tables.ts';
import { readTasks } from '#src/server/rows/user-tasks.ts';
import type { HookEvent, HookEventKind } from '#src/server/webhooks/hook-event.ts';

interface ToldEvent {
  readonly event: HookEventKind;
  readonly id: string;
  /** For a task that left. */
  readonly why?: 'completed' | 'deleted' | 'changed';
  /** As it is now; null once it is no longer in the filter. */
  readonly task: object | null;
}

/**
 * The body of a message. Tasks come as they are now: a repetition never brings an older state, no text is stored twice,
 * and the receiver gets no text of a task that is outside of the filter.
 */
export async function messageBody(
  tx: Transaction<Database>,
  spaceId: SpaceId,
  hook: Pick<HookTable, 'id' | 'name' | 'query' | 'slot'>,
  message: Pick<HookMessageTable, 'events' | 'created_at'>,
): Promise<string> {
  const events = JSON.parse(message.events) as HookEvent[];
  const ids = events.map(([, id]) => id);
  const tasks = await readTasks(tx, spaceId, ids, TASK_COLUMNS);
  const rows = await tx
    .selectFrom('hook_task')
    .select(['id', 'slots'])
    .where('space_id', '=', spaceId)
    .where('id', 'in', ids)
    .execute();
  const inside = new Set(rows.filter(({ slots }) => (slots & (1 << hook.slot)) !== 0).map(({ id }) => id));
  const told = events.map(([event, id]): ToldEvent => {
    const task = tasks.get(id);
    if (event === 'left') return { event, id, why: reasonOf(task), task: null };
    return { event, id, task: task && inside.has(id) ? toldRow('task', task) : null };
  });
  return JSON.stringify({
    type: 'tasks.changed',
    timestamp: new Date(message.created_at).toISOString(),
    data: { webhook: { id: hook.id, name: hook.name, query: hook.query }, events: told },
  });
}

function reasonOf(task: WholeTask | undefined): NonNullable<ToldEvent['why']> {
  if (!task) return 'deleted';
  return task.isOpen ? 'changed' : 'completed';
}
