import { useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react';
import { useDraftsKept } from './drafts.ts';
import type { Form } from '#src/web/ui/fields/form.ts';
import { notifyKept } from './notifications.ts';
import { showMissing, submitUnfinished } from '#src/web/ui/fields/unfinished-form.ts';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { useDraftKeeping, type DraftPlace } from './draft-keeping.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { DraftNote } from './draft-note.tsx';

interface FormDraft {
  /** The place for the typed text. */
  readonly place: DraftPlace;
  /** The name of the draft in its notification. */
  readonly name: string;
  /** The text of the button that drops the draft. */
  readonly startOver: 'Start empty' | 'Start over';
}

interface FormDialogProps {
  readonly control: DialogControl;
  readonly title: string;
  readonly quietTitle?: boolean;
  readonly narrow?: boolean;
  readonly isSheet?: boolean;
  readonly form: Form;
  readonly draft?: FormDraft;
  readonly submitLabel: string;
  /** Stores the input of the form; resolves to true when it is safe. The dialog closes only then. */
  readonly save: () => Promise<boolean>;
  readonly children: ReactNode;
}

/**
 * A form in a dialog. Cancel, Escape, a click beside it or a closed tab all keep the typed text, and the
 * dialog shows it again when it opens.
 */
export function FormDialog(props: FormDialogProps) {
  const { control, form, draft, submitLabel, save, children, ...looks } = props;
  const draftEnd = useDraftKeeping(control.open, draft?.place, form);
  const isKept = useDraftsKept();
  useUnloadPrompt(control.open && form.isChanged && !isKept);
  const [isFromBefore, setFromBefore] = useState(form.isChanged && Boolean(draft?.place.before));
  const formElement = useRef<HTMLFormElement>(null);
  // Not a state: saving takes milliseconds, and the frame that shows the result has enough to draw without a
  // disabled button.
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
    // The pressed button is gone.
    formElement.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!form.isValid) submitUnfinished(event);
  };
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The button may be pressed again while the dialog fades out.
    if (!control.open || isSaving.current) return;
    if (!form.isValid) return showMissing(event.currentTarget, form.touchAll);
    isSaving.current = true;
    const isSaved = await save().finally(() => (isSaving.current = false));
    if (!isSaved) return;
    control.close();
    draftEnd.forget();
  };

  return (
    <Dialog {...looks} control={control} onDismiss={leave}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields have the focus */}
      <form ref={formElement} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
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
