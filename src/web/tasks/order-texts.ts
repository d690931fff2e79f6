import { placedTask, type Task } from '#src/tables/task/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { companionsOf, type Order } from './manual-order.ts';

/**
 * Tells users of screen readers the result of moving a task by hand; `before` is the task before the move.
 * Null if nothing changed.
 */
export function movedText(replica: Replica, before: Task, order: Order): string | null {
  const { id, name } = before;
  const task = replica.get('task', id);
  if (!task || task === before) return null;
  if (task.parentId !== before.parentId) {
    const parent = replica.get('task', task.parentId ?? '');
    return `${name} ${parent ? `is a sub-task of ${parent.name}` : 'is no longer a sub-task'}`;
  }
  const { sectionId } = placedTask(task, (table, of) => replica.get(table, of));
  const companions = companionsOf(replica, id, order);
  const place = `position ${formatCount(companions.indexOf(id) + 1)} of ${formatCount(companions.length)}`;
  if (task.date !== before.date && task.date !== null)
    return `${name} moved to ${fullDay(task.date)}, ${place}`;
  if (sectionId === before.sectionId) return `${name} moved to ${place}`;
  const section = replica.get('section', sectionId ?? '');
  return `${name} moved to ${section ? `section ${section.name}` : 'no section'}, ${place}`;
}
