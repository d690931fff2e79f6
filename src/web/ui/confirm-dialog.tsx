import type { Question } from '#src/web/hooks/dialogs.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions, DialogDescription, type DialogControl } from './dialog.tsx';

/** Asks before something that cannot be undone. Focus starts on the way back. */
export function ConfirmDialog({
  control,
  question,
}: {
  readonly control: DialogControl;
  readonly question: Question;
}) {
  const { title, description, cancel = 'Cancel', confirm = 'Confirm', onConfirm } = question;
  const onConfirmClick = () => {
    control.close();
    onConfirm();
  };
  return (
    <Dialog control={control} title={title} narrow>
      {description && <DialogDescription>{description}</DialogDescription>}
      <DialogActions>
        <Button onClick={control.close}>{cancel}</Button>
        <Button look="danger" onClick={onConfirmClick}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
