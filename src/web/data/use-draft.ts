import { useState } from 'react';
import type { DraftPlace } from '#src/web/feedback/draft-keeping.ts';
import { findDraft } from '#src/web/feedback/drafts.ts';
import { useReplica } from './replica-context.ts';

/**
 * The draft of a dialog, fixed when it opens. `others`: dialogs whose newer draft this one also takes up.
 * `isFilled`: the dialog opens with fields of its own, and takes up no draft.
 */
export function useDraft(dialog: string, others: readonly string[] = [], isFilled = false): DraftPlace {
  const { userId } = useReplica();
  const [place] = useState(() => {
    const found = isFilled ? null : findDraft(userId, [dialog, ...others]);
    return { userId, dialog: found?.dialog ?? dialog, before: found?.draft ?? null };
  });
  return place;
}
