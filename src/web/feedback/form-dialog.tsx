import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useDraftsKept } from './drafts.ts';
import type { Form } from '#src/web/ui/fields/form.ts';
import { notifyKept } from './notifications.ts';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { useDraftKeeping, type DraftPlace } from './draft-keeping.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { DraftNote } from './draft-note.tsx';

interface FormDraft {
  /** The place in which what was typed is kept. */
  readonly place: DraftPlace;
  /** The name by which it is known, once it is there. */
  readonly name: string;
  /** What the button says by which the user does without it. */
  readonly startOver: 'Start empty' | 'Start over';
}

interface FormDialogProps {
  readonly control: DialogControl;
  readonly title: string;
  readonly quietTitle?: boolean;
  readonly narrow?: boolean;
  readonly form: Form;
  readonly draft?: FormDraft;
  readonly submitLabel: string;
  /** Stores what the form holds; resolves to whether it is safe. Only then does the dialog close. */
  readonly save: () => Promise<boolean>;
  readonly children: ReactNode;
}

/**
 * A form in a dialog. However it is left (Cancel, Escape, a click beside it, a closed tab), what was typed is kept, and is there
 * when the dialog is opened again.
 */
export function FormDialog(props: FormDialogProps) {
  const { control, form, draft, submitLabel, save, children, ...looks } = props;
  const draftEnd = useDraftKeeping(control.open, draft?.place, form);
  const isKept = useDraftsKept();
  useUnloadPrompt(control.open && form.isChanged && !isKept);
  const [isFromBefore, setFromBefore] = useState(form.isChanged && Boolean(draft?.place.before));
  const formElement = useRef<HTMLFormElement>(null);
  // No state: it takes milliseconds, and the frame that shows what was saved has enough to draw without a disabled button.
  const isSaving = useRef(false);

  const leave = () => {
    control.close();
    draftEnd.keep();
    if (!draft || !form.isChanged) return;
    const { place, name } = draft;
    notifyKept(name.trim() || looks.title, { dialog: place.dialog, run: control.reopen });
  };

  const startOver = () => {
    form.reset();
    setFromBefore(false);
    // The button is gone.
    formElement.current?.querySelector('input')?.focus();
  };

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    // The button may be pressed once more while the dialog fades out.
    if (!control.open || !form.isValid || isSaving.current) return;
    isSaving.current = true;
    const isSaved = await save().finally(() => (isSaving.current = false));
    if (!isSaved) return;
    control.close();
    draftEnd.forget();
  };

  return (
    <Dialog {...looks} control={control} onDismiss={leave}>
      <form ref={formElement} onSubmit={onSubmit} noValidate>
        {children}
        {isFromBefore && draft && <DraftNote startOver={draft.startOver} onStartOver={startOver} />}
        <DialogActions>
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!form.isValid}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
