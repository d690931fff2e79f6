import { LIMITS } from '#src/domain/limits.ts';
import {
  choice,
  color,
  id,
  instant,
  internal,
  nullable,
  place,
  settable,
  title,
} from '#src/tables/kit/column.ts';
import { table } from '#src/tables/kit/table.ts';

/** A query with a name. Several filters may have the same one. A filter owns no tasks, so deleting it deletes none. */
export const filter = table({
  columns: {
    id: id(),
    name: settable(title(LIMITS.filterName)),
    /** The query in the language of docs/query.md, as typed. A newer app may have extended the language. */
    query: settable(title(LIMITS.filterQuery)),
    color: settable(nullable(color())),
    isFavourite: settable(choice([0, 1], 0)),
    place: settable(place()),
    createdAt: instant(),
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.filters,
});
