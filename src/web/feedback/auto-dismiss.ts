import { useEffect } from 'react';
import { dismissNotification } from './notifications.ts';

/** The time in ms that a notification shows (specification, section 9). */
const SHOWN_FOR = 3000;

/** Dismisses a notification after its time. While paused it stays, and then has its full time again. */
export function useAutoDismiss(id: number, paused: boolean): void {
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => dismissNotification(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, paused]);
}
