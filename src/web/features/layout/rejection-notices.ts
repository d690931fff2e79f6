import { useEffect, useRef } from 'react';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { rejectionText, rowName } from '#src/web/data/failure-texts.ts';
import { rejectedAdd } from '#src/web/data/rejected-add.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { lostText, SET_BACK_TEXT } from './sync-texts.ts';

/**
 * Notifies the user when the server rejects a change that the screen had accepted (sync rule W14). Earlier
 * rejections are only listed.
 */
export function useRejectionNotices(): void {
  const replica = useReplica();
  const known = useRef<ReadonlySet<string>>(null);
  useEffect(() => {
    const check = () => {
      const rejections = replica.rejections();
      const isNews = ({ mutation, at }: Rejection) =>
        // This code loads a while after the app has opened.
        known.current ? !known.current.has(mutation.id) : at >= performance.timeOrigin;
      const news = rejections.filter(isNews);
      const lost = news.filter(({ setBack }) => setBack);
      if (lost.length > 0) notifyError(`${SET_BACK_TEXT} ${lostText(lost.length)}`);
      for (const { mutation, code, setBack } of news) {
        const { id, name, args } = mutation;
        if (setBack) continue;
        const add = rejectedAdd(rejections, args.id);
        // The followers of a rejected addition are settled with it, so that one notification is enough.
        if (add && add.id !== id) continue;
        const subject = add?.args.name ?? ('name' in args ? args.name : rowName(replica, name, args.id));
        notifyError(
          `${subject ? `“${subject}”` : 'A change'} needs your attention. ${rejectionText(name, code)}`,
        );
      }
      known.current = new Set(rejections.map(({ mutation }) => mutation.id));
    };
    check();
    return replica.subscribe('rejections', check);
  }, [replica]);
}
