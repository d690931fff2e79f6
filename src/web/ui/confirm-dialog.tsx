import { Dialog as Base } from '@base-ui/react/dialog';
import type { Question } from '#src/web/hooks/dialogs.ts';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog, DialogActions, type DialogControl } from './dialog.tsx';

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
      {description && (
        <Base.Description className={styles['description']} dir="auto">
          {description}
        </Base.Description>
      )}
      <DialogActions>
        <Button onClick={control.close}>{cancel}</Button>
        <Button look="danger" onClick={onConfirmClick}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
