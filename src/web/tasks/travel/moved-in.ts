import { movedReminders, type MovedReminder } from '#src/reading/remind/travel.ts';
import { reminderSettings } from '#src/reading/remind/reminder-settings.ts';
import { isThere } from '#src/tables/kit/row.ts';
import { placedTask, type Task } from '#src/tables/task/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

/** The reminders that move if the user is in `zone` instead of the zone of the settings (rule N7). */
export function movedIn(replica: Replica, zone: string): readonly MovedReminder[] {
  const settings = reminderSettings((name) => replica.get('setting', name)?.value);
  return movedReminders(
    timedTasks(replica),
    (taskId) => replica.lists.reminders(taskId).flatMap((id) => replica.get('reminder', id) ?? []),
    settings,
    zone,
    Date.now(),
  );
}

function* timedTasks(replica: Replica): Iterable<Task> {
  const find: Replica['get'] = (table, id) => replica.get(table, id);
  for (const task of replica.rows('task')) {
    if (task.time === null || task.zone !== null || !isThere('task', task, find)) continue;
    const { completedAt, isBelowCompleted } = placedTask(task, find);
    if (completedAt === null && !isBelowCompleted) yield task;
  }
}

/** `In Tokyo, 3 reminders move`. */
export function movedText(place: string, count: number): string {
  return count === 1
    ? `In ${place}, 1 reminder moves`
    : `In ${place}, ${count === 0 ? 'no' : formatCount(count)} reminders move`;
}
