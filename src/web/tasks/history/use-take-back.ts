import { useState } from 'react';
import { SunglowError } from '#src/domain/errors.ts';
import type { HistoryEntry, HistoryFilter } from '#src/reading/history/history.ts';
import { importedRowsIn } from '#src/reading/history/take-back-import.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { loadHistoryWhile } from '#src/web/account/history-client.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { keptText } from '#src/web/data/kept-text.ts';
import { endImportOf, takeImportBack } from '#src/web/data/take-back-import.ts';
import { takeBackEntries } from '#src/web/data/take-back.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { undo } from '#src/web/data/undo.ts';
import { notifyDone, notifyError } from '#src/web/feedback/notifications.ts';
import { togetherWith, untilAfter } from './following.ts';
import type { Together } from './group-days.ts';
import { takenBackText } from './taken-back-text.ts';

/** Takes changes of the history back, and offers Undo (rule H2). */
export function useTakeBack() {
  const replica = useReplica();
  const timeZone = useTimeZone();
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState(0);

  const run = async (find: () => Promise<readonly HistoryEntry[]>) => {
    setBusy(true);
    try {
      const { entryId, done, stays } = await take(replica, await find(), setDone);
      if (entryId === null) return notifyError(stays || 'Nothing is left to take back.');
      notifyDone(done, stays, { entryId, run: () => void undo(replica, entryId) });
    } catch (error) {
      if (!(error instanceof SunglowError)) throw error;
      notifyError(error.code === 'OFFLINE' ? 'History needs a connection.' : error.message);
    } finally {
      setBusy(false);
      setDone(0);
    }
  };

  return {
    isBusy,
    /** How many rows are taken back, while it goes on. */
    done,
    /** Takes these entries back, and with `further` also those that came together with them and follow there. */
    takeBack: (entries: Together, further: HistoryFilter | null) =>
      run(async () => {
        if (!further) return entries;
        return [...entries, ...(await loadHistoryWhile(further, togetherWith(entries, timeZone)))];
      }),
    /** Takes all entries of the filter back, from the newest to this one. */
    takeBackSince: (filter: HistoryFilter, oldest: HistoryEntry) =>
      run(() => loadHistoryWhile(filter, untilAfter(oldest))),
  };
}

/** An import goes whole, but for what was changed since (rule I6). Other changes go one by one. */
async function take(
  replica: Replica,
  entries: readonly HistoryEntry[],
  onProgress: (done: number) => void,
): Promise<{ readonly entryId: string | null; readonly done: string; readonly stays: string }> {
  const imported = importedRowsIn(entries.filter(({ source }) => source === 'Import'));
  await endImportOf(replica.userId, imported);
  if (entries.every(({ source }) => source === 'Import')) {
    const { entryId, kept } = await takeImportBack(replica, imported, onProgress);
    return { entryId, done: 'Import taken back', stays: keptText(kept) };
  }
  const took = await takeBackEntries(replica, entries, onProgress);
  return { entryId: took.entryId, ...takenBackText(took) };
}
