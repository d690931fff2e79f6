import { useRef, useState } from 'react';
import { SunglowError } from '#src/domain/errors.ts';
import { newId } from '#src/domain/id.ts';
import { advanceImport, forgetImport, IMPORT_SLICE } from '#src/sync/client/background/stored-import.ts';
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
  // The next tab goes on with a stored import.
  useUnloadPrompt(progress !== null && !isStored);

  const run = async ({ size: all, collectionId }: ShownPlan, controller: AbortController) => {
    const { userId } = replica;
    const { signal } = controller;
    const reading = readingOf(file, replica);
    const id = newId();
    // Nobody could close the tab in the middle of a small import.
    const isKept = all > IMPORT_SLICE && (await reading.store(id));
    setStored(isKept);
    const operations = (begin: number, count: number) => reading.operations(begin, count);
    const advance = async (done: number) => {
      if (isKept && !(await advanceImport(userId, id, { done, at: Date.now() }))) controller.abort();
    };
    try {
      const rows = await runImport(replica, { done: 0, all, operations, advance }, setProgress, signal);
      const tasks = rows.filter(({ table }) => table === 'task').length;
      // A part that came before a stop can be taken back, too.
      finishedImport.set({ replica, fileName: file.name, tasks, collectionId, rows });
      if (!signal.aborted) notifySuccess('Your file was imported.');
      else if (isKept) await forgetImport(userId, id);
      onEnd();
    } catch (error) {
      if (!(error instanceof SunglowError)) throw error;
      const rest = isKept
        ? 'The rest comes when you open Sunglow again.'
        : 'Import the file again for the rest.';
      setProblem(`${error.message} The tasks added so far stay. ${rest}`);
    }
  };

  const start = async (plan: ShownPlan) => {
    const controller = new AbortController();
    stopping.current = controller;
    setProblem('');
    setProgress({ done: 0, all: plan.size });
    const ran = await importAlone(replica.userId, async () => {
      await run(plan, controller);
      return true;
    }).finally(() => setProgress(null));
    if (!ran) setProblem('Another import is going on. Wait until it is done, then import this file.');
  };

  return { progress, problem, start, stop: () => stopping.current?.abort() };
}
