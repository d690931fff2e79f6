import { newId } from '#src/domain/id.ts';
import type { PushData } from '#src/reading/remind/push-message.ts';
import { completeNow, type TasksAround } from '#src/tables/task/complete-now.ts';
import type { Operation } from '#src/tables/operations.ts';
import { snoozedUntil } from './notification-actions.ts';

/** The data of a notification about a single task. */
export type AboutTask = PushData & { readonly taskId: string };

/**
 * The operation of a button at `at` (ms since 1970 UTC); null for a button without one. `read` reads the
 * tasks of this device.
 */
export async function operationOf(
  action: string,
  about: AboutTask,
  at: number,
  read: () => Promise<TasksAround>,
): Promise<Operation | null> {
  const { taskId, alarm } = about;
  const remindAt = snoozedUntil(action, at);
  if (remindAt !== null)
    return { name: 'reminder.add', args: { id: newId(), taskId, remindAt, snoozes: alarm, at } };
  return action === 'complete' ? completionOf(about, at, await read()) : null;
}

/** Completes the notification's own time, which may be older than the task's current one, or than that of a task above. */
function completionOf({ taskId, due, above, zone }: AboutTask, at: number, around: TasksAround): Operation {
  const known = around.task(taskId);
  // A task that was added elsewhere may not have come to this device yet.
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
