import { useEffect, useRef } from 'react';
import { forgetDraft, keepDraft, type Draft } from './drafts.ts';
import type { Form } from '#src/web/ui/fields/form.ts';
import { withdrawReopen } from './notifications.ts';

/** Where what is typed into a dialog is kept until it is sent. */
export interface DraftPlace {
  readonly userId: string;
  /** Tells the dialog from the others; one for each task or collection that is edited. */
  readonly dialog: string;
  /** What was typed before, as the dialog opened; null when nothing was. */
  readonly before: Draft | null;
}

/** What a dialog does with what was typed into it, as it closes. */
interface DraftEnd {
  /** What was typed is not sent: it is the newest draft now, whatever another tab has kept or sent meanwhile. */
  readonly keep: () => void;
  /** It is sent. */
  readonly forget: () => void;
}

/** Keeps what stands in an open form as it is typed, so that it survives whatever ends the page. */
export function useDraftKeeping(isOpen: boolean, place: DraftPlace | undefined, form: Form): DraftEnd {
  const text = JSON.stringify(form.changes);
  const last = useRef(place?.before ?? null);
  useEffect(() => {
    if (!isOpen || !place) return;
    const { userId, dialog } = place;
    withdrawReopen(dialog);
    const changes = JSON.parse(text) as Draft;
    const draft = Object.keys(changes).length > 0 ? changes : null;
    if (draft) keepDraft(userId, dialog, draft, last.current);
    else forgetDraft(userId, dialog, last.current);
    last.current = draft;
  }, [isOpen, place, text]);

  return {
    keep() {
      const draft = last.current;
      // What was only looked at may have been sent by another tab.
      const isTyped = JSON.stringify(draft) !== JSON.stringify(place?.before ?? null);
      if (place && draft && isTyped) keepDraft(place.userId, place.dialog, draft, draft);
    },
    forget() {
      if (place) forgetDraft(place.userId, place.dialog, last.current);
    },
  };
}
