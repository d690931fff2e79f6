import { useEffect } from 'react';

/**
 * The number of active askers. They share one listener: the compiler makes it a single function, and the
 * first component to leave would remove it for all.
 */
let askers = 0;

/** While `active`, the browser asks before it closes or reloads the tab. */
export function useUnloadPrompt(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    askers += 1;
    window.addEventListener('beforeunload', prompt);
    return () => {
      askers -= 1;
      if (askers === 0) window.removeEventListener('beforeunload', prompt);
    };
  }, [active]);
}

/** True when closing or reloading this tab would lose something. */
export function wouldLoseSomething(): boolean {
  return askers > 0;
}

function prompt(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
