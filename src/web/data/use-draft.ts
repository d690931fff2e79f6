import { useState } from 'react';
import type { DraftPlace } from '#src/web/feedback/draft-keeping.ts';
import { findDraft } from '#src/web/feedback/drafts.ts';
import { useReplica } from './replica-context.ts';

/**
 * The place of a dialog, as it is when that opens. `others`: those whose draft it takes up too, when that is newer. `isFilled`: it
 * opens with something else, and takes up none.
 */
export function useDraft(dialog: string, others: readonly string[] = [], isFilled = false): DraftPlace {
  const { userId } = useReplica();
  const [place] = useState(() => {
    const found = isFilled ? null : findDraft(userId, [dialog, ...others]);
    return { userId, dialog: found?.dialog ?? dialog, before: found?.draft ?? null };
  });
  return place;
}
