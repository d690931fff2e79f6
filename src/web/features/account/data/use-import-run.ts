import { useRef, useState } from 'react';
import { SunglowError } from '#src/domain/errors.ts';
import { newId } from '#src/domain/id.ts';
import { forgetImport, IMPORT_SLICE } from '#src/sync/client/background/stored-import.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { finishedImport } from './finished-import.ts';
import { importAlone } from './import-alone.ts';
import { readingOf } from './import-reading.ts';
import type { ShownPlan } from './import-session.ts';
import { runImport, type ImportProgress } from './run-import.ts';

/** Runs the import of a file; `onEnd` is called once it is done or stopped. */
export function useImportRun(file: File, onEnd: () => void) {
  const replica = useReplica();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [isStored, setStored] = useState(false);
  const [problem, setProblem] = useState('');
  const stopping = useRef<AbortController | null>(null);
  /** The id of this file's import: the next try after a failure replaces what is stored, and is of the same import. */
  const [id] = useState(newId);
  /** True after a failure of a stored import. */
  const isWaiting = useRef(false);
  // The next tab continues a stored import.
  useUnloadPrompt(progress !== null && !isStored);

  const run = async ({ size: all, collectionId }: ShownPlan, signal: AbortSignal) => {
    const reading = readingOf(file, replica);
    const operations = (begin: number, count: number) => reading.operations(begin, count);
    let isBegun = isWaiting.current;
    try {
      // A small import is done before its tab can be closed.
      const isKept = all > IMPORT_SLICE && (await reading.store(id));
      isWaiting.current = isKept;
      setStored(isKept);
      isBegun = true;
      finishedImport.set(null);
      const planned = { id, done: 0, all, operations, isStored: isKept };
      const { rows, isWhole } = await runImport(replica, planned, setProgress, signal);
      const tasks = rows.filter(({ table }) => table === 'task').length;
      // The part that came before a stop can be taken back, too.
      finishedImport.set({ replica, fileName: file.name, tasks, collectionId, rows });
      if (isWhole) notifySuccess('Your file was imported.');
      else if (isKept) await forgetImport(replica.userId, id);
      isWaiting.current = false;
      onEnd();
    } catch (error) {
      if (!(error instanceof SunglowError)) throw error;
      setProblem(`${error.message} ${restText(isBegun, isWaiting.current)}`);
    }
  };

  const start = async (plan: ShownPlan) => {
    const controller = new AbortController();
    stopping.current = controller;
    setProblem('');
    setProgress({ done: 0, all: plan.size });
    const ran = await importAlone(replica.userId, () => run(plan, controller.signal)).finally(() =>
      setProgress(null),
    );
    if (!ran) setProblem('Another import is running. Import this file once it is done.');
  };

  return { progress, problem, start, stop: () => stopping.current?.abort() };
}

/** The part of an import that came before a failure, and the way to the rest. */
function restText(isBegun: boolean, isStored: boolean): string {
  if (!isBegun) return 'Nothing was imported.';
  const rest = isStored ? 'Open Sunglow again to import the rest.' : 'Import the file again to add the rest.';
  return `The tasks added so far stay. ${rest}`;
}
