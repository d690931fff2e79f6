import { LIMITS } from '#src/domain/limits.ts';
import { id, instant, internal, nullable, reference, settable, whole } from '#src/tables/kit/column.ts';
import { table } from '#src/tables/kit/table.ts';

/**
 * A reminder of a task: at an instant, or some minutes before each of the task's times. Exactly one of the
 * two is set.
 */
export const reminder = table({
  columns: {
    id: id(),
    taskId: reference('task'),
    /** ms since 1970 UTC. */
    remindAt: settable(nullable(instant())),
    minutesBefore: settable(nullable(whole(0, LIMITS.minutesBefore))),
    /** The id of the snoozed alarm; null for other reminders. */
    snoozes: settable(nullable(id())),
    createdAt: instant(),
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.reminders,
  owner: { column: 'taskId', countsAlone: true },
  isFixed: true,
});
