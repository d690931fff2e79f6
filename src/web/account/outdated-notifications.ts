import { isRecord } from '#src/domain/is-record.ts';
import { dueOf } from '#src/tables/task/task-repeat.ts';
import { ancestorsOf, isThere } from '#src/tables/kit/row.ts';
import { placedTask } from '#src/tables/task/task.ts';
import { timeOver, type TimeAbove } from '#src/tables/task/time-above.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { Topic } from '#src/sync/client/state/topics.ts';

/**
 * Closes the notification once this device learns that its reminder is over (rule N5). Returns the function that stops
 * looking.
 */
export function closeWhenOver(
  replica: Replica,
  notification: Pick<Notification, 'data' | 'close'>,
): () => void {
  const data: unknown = notification.data;
  if (!isRecord(data) || data['userId'] !== replica.userId) return () => {};
  const { taskId, due, above, alarm } = data;
  if (typeof taskId !== 'string') return () => {};
  const check = () => {
    if (isOver(replica, taskId, due, above, alarm)) notification.close();
  };
  const topics: Topic[] = [`task:${taskId}`, `reminders:${taskId}`];
  if (isTime(above)) topics.push(`task:${above.seriesId}`);
  const stops = topics.map((topic) => replica.subscribe(topic, check));
  check();
  return () => stops.forEach((stop) => stop());
}

function isTime(above: unknown): above is TimeAbove {
  return isRecord(above) && typeof above['seriesId'] === 'string' && typeof above['due'] === 'string';
}

/**
 * True when the task is completed or gone, it or a task above has moved to its next time, or its reminder was
 * snoozed.
 */
function isOver(replica: Replica, taskId: string, due: unknown, above: unknown, alarm: unknown): boolean {
  const task = replica.get('task', taskId);
  if (!task) return false;
  const find: Replica['get'] = (table, id) => replica.get(table, id);
  const { completedAt, isBelowCompleted } = placedTask(task, find);
  const isSnoozed = replica.lists
    .reminders(taskId)
    .some((id) => replica.get('reminder', id)?.snoozes === alarm && alarm !== undefined);
  const isPast =
    (typeof due === 'string' && dueOf(task) !== due) ||
    (isTime(above) && timeOver(above, ancestorsOf('task', task, find), { get: find }) !== null);
  return (
    completedAt !== null || isBelowCompleted === true || isPast || isSnoozed || !isThere('task', task, find)
  );
}
