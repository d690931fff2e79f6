import { LIMITS } from '#src/domain/limits.ts';
import { choice, color, id, instant, internal, nullable, position, settable, title } from './column.ts';
import { table } from './table.ts';

export const LAYOUTS = ['list', 'board'] as const;

/** A named, coloured collection of tasks. Live names are unique per user, compared exactly. */
export const collection = table({
  columns: {
    id: id(),
    name: settable(title(LIMITS.collectionName)),
    color: settable(color()),
    /** Its place among the others: the smallest stands first, and of equal ones the smaller id. */
    position: settable(position()),
    /** One that is not there counts as none. */
    parentId: settable(nullable(id())),
    /** When it was put out of the way. */
    archivedAt: settable(nullable(instant())),
    isFavourite: settable(choice([0, 1], 0)),
    layout: settable(choice(LAYOUTS, 'list')),
    /** The time from which it cannot be restored any more, though completed tasks go on showing its name. */
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
