import { useEffect, useState } from 'react';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useStore } from '#src/web/platform/store.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { ProgressBar } from '#src/web/ui/page/progress-bar.tsx';
import { finishedImport } from './finished-import.ts';
import styles from './import-dialog.module.css';
import { ImportPreview } from './import-preview.tsx';
import { readingOf } from './import-reading.ts';
import { ImportRefusal } from './import-refusal.tsx';
import { ImportDone } from './import-done.tsx';
import { percentText } from './import-texts.ts';
import { UnderSelect } from './under-select.tsx';
import { useImportPlan } from './use-import-plan.ts';
import { useImportRun } from './use-import-run.ts';

interface ImportDialogProps {
  readonly control: DialogControl;
  readonly file: File;
  /** True to show the result in the dialog, since no page shows it. */
  readonly isDropped: boolean;
}

/** Shows the plan of a file, and imports it once the user agrees. */
export function ImportDialog({ control, file: chosen, isDropped }: ImportDialogProps) {
  const replica = useReplica();
  const [file, setFile] = useState(chosen);
  const [under, setUnder] = useState('');
  const { plan, refusal, isPlanning } = useImportPlan(file, under || null);
  const [isDone, setDone] = useState(false);
  const finished = useStore(finishedImport);
  const { progress, problem, start, stop } = useImportRun(file, () =>
    isDropped ? setDone(true) : control.close(),
  );
  const isRunning = progress !== null;
  // Each worker ends with its dialog.
  useEffect(() => () => readingOf(file, replica).close(), [file, replica]);

  const dismiss = isRunning ? stop : control.close;
  const canImport = plan !== null && plan.size > 0 && plan.tooMany === 0;
  const content = () => {
    if (isDone) return <ImportDone finished={finished} onClose={control.close} />;
    if (refusal !== null)
      return (
        <ImportRefusal fileName={file.name} reason={refusal} onCancel={control.close} onFile={setFile} />
      );
    return (
      <>
        {plan ? (
          <ImportPreview fileName={file.name} plan={plan} />
        ) : (
          <output className={styles['body']}>
            Reading <bdi className={styles['file']}>{file.name}</bdi>
          </output>
        )}
        {progress && (
          <div className={styles['progress']}>
            <ProgressBar
              label="Importing"
              value={progress.done}
              max={progress.all}
              text={percentText(progress)}
            />
          </div>
        )}
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
        <DialogActions>
          {canImport && plan.added.collections > 0 && !isRunning && (
            <UnderSelect value={under} onValue={setUnder} />
          )}
          <Button onClick={dismiss}>{isRunning ? 'Stop' : canImport || !plan ? 'Cancel' : 'Close'}</Button>
          {canImport && (
            <Button look="primary" isBusy={isRunning || isPlanning} onClick={() => void start(plan)}>
              Import
            </Button>
          )}
        </DialogActions>
      </>
    );
  };
  return (
    <Dialog control={control} title="Import" quietTitle wide onDismiss={dismiss}>
      {content()}
    </Dialog>
  );
}
