import { useEffect, useState } from 'react';
import { findDraft, forgetDraft, keepDraft, type Draft } from './drafts.ts';
import type { Form } from './form.ts';
import { withdrawReopen } from './notifications.ts';
import { useReplica } from './replica-context.ts';

/** Where what is typed into a dialog is kept until it is sent. */
export interface DraftPlace {
  readonly userId: string;
  /** Tells the dialog from the others; one for each task or collection that is edited. */
  readonly dialog: string;
  /** What was typed before, as the dialog opened; null when nothing was. */
  readonly before: Draft | null;
}

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

/** Keeps what stands in an open form as it is typed, so that it survives whatever ends the page. */
export function useDraftKeeping(isOpen: boolean, place: DraftPlace | undefined, form: Form): void {
  const text = JSON.stringify(form.changes);
  useEffect(() => {
    if (!isOpen || !place) return;
    const { userId, dialog } = place;
    withdrawReopen(dialog);
    const changes = JSON.parse(text) as Draft;
    if (Object.keys(changes).length > 0) keepDraft(userId, dialog, changes);
    else forgetDraft(userId, dialog);
  }, [isOpen, place, text]);
}
