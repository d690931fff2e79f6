import { REJECTIONS, type RejectionCode } from '#src/domain/errors.ts';
import type { MutatorName } from '#src/mutators/index.ts';

/** Why a change was refused, and what to do, in the user's words. */
export function refusalText(name: MutatorName, code: RejectionCode): string {
  // Of a change to the collection itself there is no other one to choose.
  if (name === 'collection.edit' && code === 'COLLECTION_GONE')
    return 'The collection was deleted. Restore it to keep the change.';
  return REJECTIONS[code];
}
