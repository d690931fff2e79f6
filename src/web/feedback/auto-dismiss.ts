import { useEffect } from 'react';
import { dismissNotification } from './notifications.ts';

/** How long a notification shows, ms (specification, section 9). */
const SHOWN_FOR = 3000;

/** Dismisses a notification when its time is over. Paused, it stays, and then has its full time again. */
export function useAutoDismiss(id: number, paused: boolean): void {
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => dismissNotification(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, paused]);
}
