import { useEffect, useRef } from 'react';
import { notifyError } from './notifications.ts';
import { refusalText } from './change-texts.ts';
import { useReplica } from './replica-context.ts';

/** Says so when the server refuses what the screen had accepted (sync rule W14). What was refused before is listed. */
export function useRejectionNotices(): void {
  const replica = useReplica();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const check = () => {
      const rejections = replica.rejections();
      const isNews = (id: string) => known.current !== null && !known.current.has(id);
      for (const { mutation, code } of rejections) {
        if (isNews(mutation.id)) notifyError(refusalText(mutation.name, code));
      }
      known.current = new Set(rejections.map(({ mutation }) => mutation.id));
    };
    check();
    return replica.subscribe('rejections', check);
  }, [replica]);
}
