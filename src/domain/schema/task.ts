import { LIMITS } from '#src/domain/limits.ts';
import { choice, day, id, instant, internal, nullable, reference, settable, text, title } from './column.ts';
import { table } from './table.ts';

export const PRIORITIES = [1, 2, 3, 4] as const;

/** A task names its collection by id alone; name and colour are read through it. */
export const task = table({
  columns: {
    id: id(),
    name: settable(title(LIMITS.taskName)),
    description: settable(text(LIMITS.taskDescription)),
    date: settable(day()),
    collectionId: settable(reference('collection')),
    /** 1 is the highest; 4 is none in particular. */
    priority: settable(choice(PRIORITIES, 4)),
    createdAt: instant(),
    updatedAt: internal(instant()),
    completedAt: nullable(instant()),
    /** A task has this of a deletion of its own: with its collection an active task goes and comes back as it is. */
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.tasks,
  isPaged: true,
  owner: { column: 'collectionId', unless: 'completedAt' },
});
