import { LIMITS } from '#src/domain/limits.ts';
import { id, instant, internal, nullable, settable, title, word } from '#src/tables/kit/column.ts';
import { table } from '#src/tables/kit/table.ts';

/** A wording that quick add keeps as text instead of reading it (see domain/dismissal/dismissal-id.ts). */
export const dismissal = table({
  columns: {
    id: id(),
    wording: settable(title(LIMITS.wording)),
    /** The language of quick add that keeps it as text. */
    language: settable(word()),
    createdAt: instant(),
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.dismissals,
  isFixed: true,
});
