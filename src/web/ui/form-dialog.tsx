import { useRef, type ReactNode, type SubmitEvent } from 'react';
import { ask } from '#src/web/hooks/dialogs.ts';
import type { Form } from '#src/web/hooks/form.ts';
import { useUnloadPrompt } from '#src/web/hooks/unload-prompt.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions, type DialogControl } from './dialog.tsx';

interface FormDialogProps {
  readonly control: DialogControl;
  readonly title: string;
  readonly quietTitle?: boolean;
  readonly narrow?: boolean;
  readonly form: Form;
  readonly submitLabel: string;
  /** Stores what the form holds; resolves to whether it is safe. Only then does the dialog close. */
  readonly save: () => Promise<boolean>;
  readonly children: ReactNode;
}

/**
 * A form in a dialog. Cancel is the way to throw away what was typed; by a slip (Escape, a click beside the dialog, a
 * closed tab) it goes only once the user has said so.
 */
export function FormDialog(props: FormDialogProps) {
  const { control, form, submitLabel, save, children, ...looks } = props;
  useUnloadPrompt(control.open && form.isChanged);
  // No state: it takes milliseconds, and the frame that shows what was saved has enough to draw without a disabled button.
  const isSaving = useRef(false);

  const onDismiss = () => {
    if (!form.isChanged) return control.close();
    ask({
      title: 'Discard your changes?',
      description: 'They are not saved yet.',
      cancel: 'Keep editing',
      confirm: 'Discard',
      onConfirm: control.close,
    });
  };

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    // The button may be pressed once more while the dialog fades out.
    if (!control.open || !form.isValid || isSaving.current) return;
    isSaving.current = true;
    const isSaved = await save().finally(() => (isSaving.current = false));
    if (isSaved) control.close();
  };

  return (
    <Dialog {...looks} control={control} onDismiss={onDismiss}>
      <form onSubmit={onSubmit} noValidate>
        {children}
        <DialogActions>
          <Button onClick={control.close}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!form.isValid}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
