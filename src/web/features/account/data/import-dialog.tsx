import { useRef, useState } from 'react';
import type { FileLists } from '#src/file/data-file.ts';
import { SunglowError } from '#src/domain/errors.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { ProgressBar } from '#src/web/ui/page/progress-bar.tsx';
import styles from './import-dialog.module.css';
import { ImportPreview } from './import-preview.tsx';
import { planImport } from '#src/file/plan-import.ts';
import { existingRowsOf } from '#src/file/existing-rows.ts';
import { runImport, type ImportProgress } from './run-import.ts';

interface ImportDialogProps {
  readonly control: DialogControl;
  readonly fileName: string;
  readonly lists: FileLists;
}

/** Shows the rows that an import adds and skips, and runs it once the user agrees. */
export function ImportDialog({ control, fileName, lists }: ImportDialogProps) {
  const replica = useReplica();
  // Planned once, so that the preview stays the same while the import runs.
  const [plan] = useState(() => planImport(lists, existingRowsOf(replica), Date.now()));
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [problem, setProblem] = useState('');
  const stopping = useRef<AbortController | null>(null);
  const isRunning = progress !== null;
  useUnloadPrompt(isRunning);

  const start = async () => {
    const { operations } = plan;
    const controller = new AbortController();
    stopping.current = controller;
    setProblem('');
    setProgress({ done: 0, all: operations.length });
    try {
      await runImport(replica, operations, setProgress, controller.signal);
      control.close();
      if (!controller.signal.aborted) notifySuccess('Your file was imported.');
    } catch (error) {
      if (!(error instanceof SunglowError)) throw error;
      setProblem(`${error.message} The tasks added so far stay. Import the file again for the rest.`);
    } finally {
      setProgress(null);
    }
  };

  const stop = () => stopping.current?.abort();
  const dismiss = isRunning ? stop : control.close;
  return (
    <Dialog control={control} title="Import" onDismiss={dismiss}>
      <ImportPreview fileName={fileName} plan={plan} />
      {progress && (
        <div className={styles['progress']}>
          <ProgressBar
            label="Importing"
            value={progress.done}
            max={progress.all}
            text={`${Math.floor((progress.done / progress.all) * 100)} %`}
          />
        </div>
      )}
      <p role="alert" className={styles['problem']}>
        {problem}
      </p>
      <DialogActions>
        <Button onClick={dismiss}>
          {isRunning ? 'Stop' : plan.operations.length > 0 ? 'Cancel' : 'Close'}
        </Button>
        {plan.operations.length > 0 && (
          <Button look="primary" isBusy={isRunning} onClick={() => void start()}>
            Import
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
