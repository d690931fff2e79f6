import { LIMITS } from '#src/domain/limits.ts';
import {
  choice,
  color,
  id,
  instant,
  internal,
  nullable,
  position,
  settable,
  title,
} from '#src/tables/kit/column.ts';
import { table } from '#src/tables/kit/table.ts';

export const LAYOUTS = ['list', 'board'] as const;

/** A named, colored collection of tasks. Existing names are unique per user, compared exactly. */
export const collection = table({
  columns: {
    id: id(),
    name: settable(title(LIMITS.collectionName)),
    color: settable(color()),
    /** The place among all collections: the smallest comes first, and of equal ones the smaller id. */
    position: settable(position()),
    /** A missing parent counts as none. */
    parentId: settable(nullable(id())),
    /** The time when the collection was archived. */
    archivedAt: settable(nullable(instant())),
    isFavourite: settable(choice([0, 1], 0)),
    layout: settable(choice(LAYOUTS, 'list')),
    /** From this time on it cannot be restored. Completed tasks still show its name. */
    purgedAt: internal(nullable(instant())),
    createdAt: instant(),
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.collections,
  purge: 'purgedAt',
  tree: { column: 'parentId', levels: 2, children: LIMITS.collections },
  unique: { column: 'name' },
  order: 'position',
});
