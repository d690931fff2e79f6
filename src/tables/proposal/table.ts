import { LIMITS } from '#src/domain/limits.ts';
import { id, ids, instant, internal, line, nullable, settable, text, title } from '#src/tables/kit/column.ts';
import { table } from '#src/tables/kit/table.ts';

/** Changes that a program proposes. The user accepts or declines each of its items. */
export const proposal = table({
  columns: {
    id: id(),
    name: settable(title(LIMITS.proposalName)),
    reason: settable(text(LIMITS.proposalReason)),
    /** The name of the program's token when it proposed this. */
    program: settable(title(LIMITS.programName)),
    tokenId: settable(id()),
    /** No item is accepted after that. */
    expiresAt: settable(instant()),
    /** The items as JSON (see reading/proposals/items.ts). */
    items: settable(internal(line(LIMITS.proposalItems))),
    /** The ids of items. An item in neither set is open. */
    accepted: ids(),
    declined: ids(),
    /** The items that were accepted at any time. The ids of their mutations are used. */
    used: internal(ids()),
    createdAt: instant(),
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.proposals,
  // Its items quote other rows, also those that were deleted for good since.
  expiry: 'expiresAt',
  isFixed: true,
});
