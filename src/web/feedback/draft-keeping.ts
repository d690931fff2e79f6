import { useEffect, useRef } from 'react';
import { forgetDraft, keepDraft, type Draft } from './drafts.ts';
import type { Form } from '#src/web/ui/fields/form.ts';
import { withdrawReopen } from './notifications.ts';

/** The place where a dialog keeps its typed text until it is sent. */
export interface DraftPlace {
  readonly userId: string;
  /** Identifies the dialog; each edited task or collection has one of its own. */
  readonly dialog: string;
  /** The text from before, when the dialog opened; null without one. */
  readonly before: Draft | null;
}

/** The actions on the typed text when the dialog closes. */
interface DraftEnd {
  /** Keeps the text as the newest draft, whatever another tab has kept or sent meanwhile. */
  readonly keep: () => void;
  /** Drops the text, since it was sent. */
  readonly forget: () => void;
}

/** Keeps the input of an open form as the user types, so that it survives any end of the page. */
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
      // Text that was only looked at may have been sent by another tab.
      const isTyped = JSON.stringify(draft) !== JSON.stringify(place?.before ?? null);
      if (place && draft && isTyped) keepDraft(place.userId, place.dialog, draft, draft);
    },
    forget() {
      if (place) forgetDraft(place.userId, place.dialog, last.current);
    },
  };
}
