import type { Question } from '#src/web/focus/dialogs.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Dialog, DialogActions, DialogDescription, type DialogControl } from './dialog.tsx';

/** Asks before an action that cannot be undone. The focus starts on the button that cancels. */
export function ConfirmDialog({
  control,
  question,
}: {
  readonly control: DialogControl;
  readonly question: Question;
}) {
  const { title, description, cancel = 'Cancel', confirm = 'Confirm', onConfirm, other } = question;
  const answer = (run: () => void) => () => {
    control.close();
    run();
  };
  return (
    <Dialog control={control} title={title} narrow>
      {description && <DialogDescription>{description}</DialogDescription>}
      <DialogActions>
        <Button onClick={control.close}>{cancel}</Button>
        {other && <Button onClick={answer(other.run)}>{other.label}</Button>}
        <Button look="danger" onClick={answer(onConfirm)}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
