import { focusOn } from '#src/web/focus/focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CircleCheck } from '#src/web/ui/icons/circle-check.ts';
import { DialogActions } from '#src/web/ui/overlays/dialog.tsx';
import type { FinishedImport } from './finished-import.ts';
import styles from './import-dialog.module.css';
import { ImportResult, resultText } from './import-result.tsx';
import { useTakeBack } from './use-take-back.ts';

interface ImportDoneProps {
  /** Null once it is taken back. */
  readonly finished: FinishedImport | null;
  readonly onClose: () => void;
}

/** The result of an import of a dropped file. */
export function ImportDone({ finished, onClose }: ImportDoneProps) {
  const { state, text, takeBack } = useTakeBack(() => Promise.resolve(finished?.rows ?? []));
  return (
    <>
      <div className={styles['body']}>
        <h3 ref={focusOn} tabIndex={-1} className={styles['heading']}>
          <CircleCheck size={20} className={styles['hung']} aria-hidden />
          {state === 'done' ? 'Taken back' : 'Imported'}
        </h3>
        {finished && <p className={styles['lead']}>{resultText(finished)}</p>}
        <output className={styles['lead']}>{text}</output>
      </div>
      <DialogActions>
        {finished && (
          <ImportResult
            finished={finished}
            isBusy={state === 'busy'}
            onTakeBack={() => void takeBack()}
            onLeave={onClose}
          />
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  );
}
