import { LIMITS } from '#src/domain/limits.ts';
import { color, id, instant, internal, nullable, settable, title } from '#src/tables/kit/column.ts';
import { table } from '#src/tables/kit/table.ts';

/**
 * A label for any number of tasks. Existing names are unique per user, compared exactly. Tasks keep naming a deleted
 * label: they do not show it, and have it again when it is restored.
 */
export const label = table({
  columns: {
    id: id(),
    name: settable(title(LIMITS.labelName)),
    color: settable(color()),
    createdAt: instant(),
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.labels,
  unique: { column: 'name' },
});
