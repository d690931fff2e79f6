import { useEffect, useState } from 'react';
import { isUnfinished, readImport } from '#src/sync/client/background/stored-import.ts';
import type { StoredImport } from '#src/sync/client/storage/indexed-db-records.ts';
import { useReplica } from '#src/web/data/replica-context.ts';

/**
 * The import of this browser that is not done; another tab may run it. Looks for one when the app opens, and when the
 * user comes to this tab, as after another one was closed.
 */
export function useUnfinishedImport(): StoredImport | null {
  const { userId } = useReplica();
  const [found, setFound] = useState<StoredImport | null>(null);
  useEffect(() => {
    let isWanted = true;
    const look = () => {
      if (document.hidden) return;
      readImport(userId).then(
        (stored) => isWanted && setFound(stored && isUnfinished(stored) ? stored : null),
        () => {
          // The disk fails: nothing can go on from it.
        },
      );
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      isWanted = false;
      document.removeEventListener('visibilitychange', look);
    };
  }, [userId]);
  return found;
}
