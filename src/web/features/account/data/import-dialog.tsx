import { useEffect, useRef, useState } from 'react';
import { SunglowError } from '#src/domain/errors.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useStore } from '#src/web/platform/store.ts';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { ProgressBar } from '#src/web/ui/page/progress-bar.tsx';
import { finishedImport } from './finished-import.ts';
import styles from './import-dialog.module.css';
import { ImportPreview } from './import-preview.tsx';
import { readingOf } from './import-reading.ts';
import { ImportRefusal } from './import-refusal.tsx';
import { ImportDone } from './import-done.tsx';
import { runImport, type ImportProgress } from './run-import.ts';
import { UnderSelect } from './under-select.tsx';
import { useImportPlan } from './use-import-plan.ts';

interface ImportDialogProps {
  readonly control: DialogControl;
  readonly file: File;
  /** Shows the result here: no page waits for it. */
  readonly isDropped: boolean;
}

/** Shows what comes from a file, and imports it once the user agrees. */
export function ImportDialog({ control, file: chosen, isDropped }: ImportDialogProps) {
  const replica = useReplica();
  const [file, setFile] = useState(chosen);
  const [under, setUnder] = useState('');
  const { plan, refusal, isPlanning } = useImportPlan(file, under || null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [problem, setProblem] = useState('');
  const [isDone, setDone] = useState(false);
  const finished = useStore(finishedImport);
  const stopping = useRef<AbortController | null>(null);
  const isRunning = progress !== null;
  useUnloadPrompt(isRunning);
  // Each worker ends with its dialog.
  useEffect(() => () => readingOf(file, replica).close(), [file, replica]);

  const start = async () => {
    if (!plan) return;
    const { size, collectionId } = plan;
    const reading = readingOf(file, replica);
    const controller = new AbortController();
    stopping.current = controller;
    setProblem('');
    setProgress({ done: 0, all: size });
    try {
      const operations = (begin: number, count: number) => reading.operations(begin, count);
      const rows = await runImport(replica, { size, operations }, setProgress, controller.signal);
      const tasks = rows.filter(({ table }) => table === 'task').length;
      // A part that came before a stop can be taken back, too.
      finishedImport.set({ replica, fileName: file.name, tasks, collectionId, rows });
      if (!controller.signal.aborted) notifySuccess('Your file was imported.');
      if (isDropped) setDone(true);
      else control.close();
    } catch (error) {
      if (!(error instanceof SunglowError)) throw error;
      setProblem(`${error.message} The tasks added so far stay. Import the file again for the rest.`);
    } finally {
      setProgress(null);
    }
  };

  const stop = () => stopping.current?.abort();
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
              text={`${Math.floor((progress.done / progress.all) * 100)} %`}
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
            <Button look="primary" isBusy={isRunning || isPlanning} onClick={() => void start()}>
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
