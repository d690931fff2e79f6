import { useState } from 'react';
import { SunglowError } from '#src/domain/errors.ts';
import type { ImportedRow } from '#src/reading/history/take-back-import.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { endImportOf, takeImportBack } from '#src/web/data/take-back-import.ts';
import { undo } from '#src/web/data/undo.ts';
import { notifyDone } from '#src/web/feedback/notifications.ts';
import { finishedImport } from './finished-import.ts';
import { keptText } from '#src/web/data/kept-text.ts';

/** Takes an import back, and names the rows that stay. `load` resolves to the rows of the import. */
export function useTakeBack(load: () => Promise<readonly ImportedRow[]>) {
  const replica = useReplica();
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready');
  const [text, setText] = useState('');
  const takeBack = async () => {
    setState('busy');
    setText('');
    try {
      const rows = await load();
      await endImportOf(replica.userId, rows);
      const { entryId, kept } = await takeImportBack(replica, rows);
      const offer = entryId === null ? null : { entryId, run: () => void undo(replica, entryId) };
      const stays = keptText(kept);
      notifyDone('Import taken back', stays || 'It is in the trash for 30 days.', offer);
      setText(`The import is taken back. ${stays}`.trim());
      setState('done');
      finishedImport.set(null);
    } catch (error) {
      if (!(error instanceof SunglowError)) throw error;
      setText(error.message);
      setState('ready');
    }
  };
  return { state, text, takeBack };
}
