import { newId } from '#src/domain/id.ts';
import type { PushData } from '#src/reading/remind/push-message.ts';
import { completeNow, type TasksAround } from '#src/tables/task/complete-now.ts';
import type { Operation } from '#src/tables/operations.ts';
import { snoozedUntil } from './notification-actions.ts';

const NO_TASKS: TasksAround = { task: () => undefined, under: () => [], completed: { each: () => [] } };

/** The data of a notification about a single task. */
export type AboutTask = PushData & { readonly taskId: string };

/**
 * The operation of a button at `at` (ms since 1970 UTC), from its notification alone; null for a button without one.
 */
export function operationOf(action: string, about: AboutTask, at: number): Operation | null {
  const { taskId, alarm } = about;
  const remindAt = snoozedUntil(action, at);
  if (remindAt !== null)
    return { name: 'reminder.add', args: { id: newId(), taskId, remindAt, snoozes: alarm, at } };
  return action === 'complete' ? completionOf(about, at, NO_TASKS) : null;
}

/**
 * Completes the notification's own time, which may be older than the task's current one, or than that of a task above.
 * `around`: the tasks of this device, which add the steps of that time, and a rule that is newer than the notification.
 */
export function completionOf(
  { taskId, due, above, zone }: AboutTask,
  at: number,
  around: TasksAround,
): Operation {
  const known = around.task(taskId);
  // The tasks are not read yet, or the task was added elsewhere and has not come to this device.
  const unknown = {
    id: taskId,
    parentId: null,
    zone,
    repeat: due && '',
    repeatDue: due,
    date: null,
    cycleAt: null,
  };
  const task = known ? { ...known, repeatDue: due ?? known.repeatDue } : unknown;
  return completeNow(task, at, around, above);
}
