import { SunglowError } from '#src/domain/errors.ts';
import {
  advanceImport,
  forgetImport,
  readImport,
  readPlanned,
} from '#src/sync/client/background/stored-import.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { StoredImport } from '#src/sync/client/storage/indexed-db-records.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { createStore } from '#src/web/platform/store.ts';
import { importAlone } from './import-alone.ts';
import { runImport, type ImportProgress, type PlannedOperations } from './run-import.ts';

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
  await importAlone(replica.userId, async () => {
    // Another tab may have done the rest meanwhile.
    const stored = await readImport(replica.userId);
    if (stored?.id === found.id && stored.endedAt === null) await goOn(replica, stored);
  });
}

async function goOn(replica: Replica, stored: StoredImport): Promise<void> {
  const { fileName } = stored;
  const stopping = new AbortController();
  let progress: ImportProgress = stored;
  const show = (problem = '') => goingImport.set({ replica, fileName, progress, problem, stop });
  const stop = () => {
    stopping.abort();
    goingImport.set(null);
    void forgetImport(replica.userId, stored.id);
  };
  show();
  try {
    const onProgress = (next: ImportProgress) => {
      progress = next;
      if (!stopping.signal.aborted) show();
    };
    await runImport(replica, plannedOf(replica.userId, stored, stopping), onProgress, stopping.signal);
    goingImport.set(null);
    if (!stopping.signal.aborted) notifySuccess('Your file was imported.');
  } catch (error) {
    if (!(error instanceof SunglowError)) throw error;
    if (!stopping.signal.aborted) show(error.message);
  }
}

/** The operations of an import that the device has stored. Another tab may end it. */
function plannedOf(
  userId: string,
  { id, done, all }: StoredImport,
  stopping: AbortController,
): PlannedOperations {
  return {
    done,
    all,
    operations: (start) => readPlanned(userId, start),
    advance: async (count) => {
      if (!(await advanceImport(userId, id, { done: count, at: Date.now() }))) stopping.abort();
    },
  };
}
