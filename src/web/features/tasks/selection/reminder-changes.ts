import { newId } from '#src/domain/id.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import {
  draftReminders,
  isThereAlready,
  type DraftReminder,
  type When,
} from '#src/web/features/tasks/draft/draft-reminders.ts';
import { changesOf, readChoice } from '#src/web/features/tasks/repeat/repeat-choice.ts';

/** The reminders of a task, with their moments. */
export function remindersOf(replica: Replica, { id }: Pick<Task, 'id'>): readonly DraftReminder[] {
  return draftReminders(replica.lists.reminders(id).flatMap((each) => replica.get('reminder', each) ?? []));
}

/** Adds the reminder to all tasks; removes it if all have it. */
export function remindAll(replica: Replica, tasks: readonly Task[], when: When): Operation[] {
  const at = Date.now();
  const without = tasks.filter((task) => !isThereAlready(remindersOf(replica, task), when));
  if (without.length > 0)
    return without.map(({ id: taskId }) => ({
      name: 'reminder.add',
      args: { id: newId(), taskId, ...when, at },
    }));
  return tasks.flatMap((task) =>
    remindersOf(replica, task)
      .filter((each) => isThereAlready([each], when))
      .map(({ id }): Operation => ({ name: 'reminder.delete', args: { id, at } })),
  );
}

/** Lets tasks repeat as the text says, each from its own day; empty text ends their repeats. */
export function repeatAll(
  tasks: readonly (Task & { readonly date: CalendarDay })[],
  text: string,
  context: DayContext,
): Operation[] {
  const at = Date.now();
  return tasks.flatMap((task): Operation[] => {
    const due = { date: task.date, time: task.time };
    const choice = readChoice(text, due, context);
    const changes = changesOf(choice, due, context);
    return choice.kind === 'wrong' ? [] : [{ name: 'task.edit', args: { id: task.id, changes, at } }];
  });
}
