import { LIMITS } from '#src/domain/limits.ts';
import {
  id,
  instant,
  internal,
  nullable,
  place,
  reference,
  settable,
  title,
} from '#src/tables/kit/column.ts';
import { table } from '#src/tables/kit/table.ts';

/**
 * A part of a collection under its own heading. Existing names are unique in their collection, compared
 * exactly. The tasks of a deleted section stay, in no section. They keep naming it, and are in it again when it is
 * restored.
 */
export const section = table({
  columns: {
    id: id(),
    collectionId: reference('collection'),
    name: settable(title(LIMITS.sectionName)),
    place: settable(place()),
    createdAt: instant(),
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.sections,
  owner: { column: 'collectionId' },
  unique: { column: 'name', within: 'collectionId' },
});
