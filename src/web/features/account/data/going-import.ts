import { SunglowError } from '#src/domain/errors.ts';
import {
  forgetImport,
  isUnfinished,
  readImport,
  readPlanned,
} from '#src/sync/client/background/stored-import.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { StoredImport } from '#src/sync/client/storage/indexed-db-records.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { createStore } from '#src/web/platform/store.ts';
import { finishedImport } from './finished-import.ts';
import { importAlone } from './import-alone.ts';
import { runImport, type ImportProgress } from './run-import.ts';

/** An import of a closed tab, with which this one goes on. */
export interface GoingImport {
  readonly replica: Replica;
  readonly fileName: string;
  readonly progress: ImportProgress;
  /** The reason why it waits; '' while it goes on. */
  readonly problem: string;
  readonly stop: () => void;
}

export const goingImport = createStore<GoingImport | null>(null);

/** Goes on with an import that this tab has found, unless another tab runs it (rule I7). */
export async function goOnWithImport(replica: Replica, found: StoredImport): Promise<void> {
  // Before all rows are read, a row that an operation needs may seem to be gone.
  await replica.whenAll();
  await importAlone(replica.userId, () => goOn(replica, found));
}

async function goOn(replica: Replica, found: StoredImport): Promise<void> {
  const { userId } = replica;
  const { id, fileName } = found;
  const stopping = new AbortController();
  let progress: ImportProgress = found;
  const show = (problem = '') => goingImport.set({ replica, fileName, progress, problem, stop });
  const showProblem = (error: unknown) => {
    if (!(error instanceof SunglowError)) throw error;
    show(error.message);
  };
  const stop = () => {
    stopping.abort();
    forgetImport(userId, id).then(() => goingImport.set(null), showProblem);
  };
  const onProgress = (next: ImportProgress) => {
    progress = next;
    if (!stopping.signal.aborted) show();
  };
  try {
    const stored = await readImport(userId);
    // Another tab may have done the rest meanwhile.
    if (stored?.id !== id || !isUnfinished(stored)) return goingImport.set(null);
    onProgress(stored);
    const planned = {
      id,
      done: stored.done,
      all: stored.all,
      operations: (start: number) => readPlanned(userId, start),
      isStored: true,
    };
    const { isWhole } = await runImport(replica, planned, onProgress, stopping.signal);
    if (isWhole) notifySuccess('Your file was imported.');
    if (!stopping.signal.aborted) goingImport.set(null);
  } catch (error) {
    // A stopped import has nothing to wait for.
    if (!(stopping.signal.aborted && error instanceof SunglowError)) showProblem(error);
  } finally {
    // The result of an earlier import is no longer that of the last one.
    finishedImport.set(null);
  }
}
