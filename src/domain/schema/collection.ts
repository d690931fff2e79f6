import { LIMITS } from '#src/domain/limits.ts';
import { color, id, instant, internal, nullable, position, settable, title } from './column.ts';
import { table } from './table.ts';

/** A named, coloured collection of tasks. Live names are unique per user, compared exactly. */
export const collection = table({
  columns: {
    id: id(),
    name: settable(title(LIMITS.collectionName)),
    color: settable(color()),
    /** Its place among the others: the smallest stands first, and of equal ones the smaller id. */
    position: settable(position()),
    createdAt: instant(),
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.collections,
});
