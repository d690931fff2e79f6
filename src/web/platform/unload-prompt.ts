import { useEffect } from 'react';

/** How many ask. They share one listener: the compiler makes one function of it, which the first to leave would take along. */
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

/** Whether something in this tab would be lost if it were closed or loaded anew. */
export function wouldLoseSomething(): boolean {
  return askers > 0;
}

function prompt(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
