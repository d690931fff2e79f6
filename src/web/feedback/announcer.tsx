import { createStore, useStore } from '#src/web/platform/store.ts';
import hidden from '#src/web/ui/hidden.module.css';

const announcement = createStore('');

/** Announces a move to screen readers, without a notification. */
export function announce(text: string): void {
  announcement.set(text);
}

export function Announcer() {
  return (
    <p className={hidden['hidden']} aria-live="polite">
      {useStore(announcement)}
    </p>
  );
}
