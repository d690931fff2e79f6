import { LIMITS } from '#src/domain/limits.ts';
import { id, instant, internal, nullable, reference, settable, whole } from './column.ts';
import { table } from './table.ts';

/** When to remind of a task: at an instant, or so long before its time, each time that it has. It has one of the two. */
export const reminder = table({
  columns: {
    id: id(),
    taskId: reference('task'),
    /** ms since 1970 UTC. */
    remindAt: settable(nullable(instant())),
    minutesBefore: settable(nullable(whole(0, LIMITS.minutesBefore))),
    /** The alarm that was put off by it; null where it was none. */
    snoozes: settable(nullable(id())),
    createdAt: instant(),
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.reminders,
  owner: { column: 'taskId', countsAlone: true },
  isFixed: true,
});
