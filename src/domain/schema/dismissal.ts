import { LIMITS } from '#src/domain/limits.ts';
import { id, instant, internal, nullable, settable, title, word } from './column.ts';
import { table } from './table.ts';

/** A wording that is text to the user in quick add, whatever else it could mean there (see domain/dismissal/dismissal-id.ts). */
export const dismissal = table({
  columns: {
    id: id(),
    wording: settable(title(LIMITS.wording)),
    /** The language of quick add in which it means nothing. */
    language: settable(word()),
    createdAt: instant(),
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.dismissals,
  isFixed: true,
});
