import { LIMITS } from '#src/domain/limits.ts';
import { day, id, instant, internal, nullable, reference, settable, text, title } from './column.ts';
import { table } from './table.ts';

/** A task names its collection by id alone; name and colour are read through it. */
export const task = table({
  columns: {
    id: id(),
    name: settable(title(LIMITS.taskName)),
    description: settable(text(LIMITS.taskDescription)),
    date: settable(day()),
    collectionId: settable(reference('collection')),
    createdAt: instant(),
    updatedAt: internal(instant()),
    completedAt: nullable(instant()),
    /** Of a deletion of its own: with its collection an active task goes and comes back as it is. */
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.tasks,
  isPaged: true,
  owner: { column: 'collectionId', unless: 'completedAt' },
});
