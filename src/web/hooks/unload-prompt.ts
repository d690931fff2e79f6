import { useEffect } from 'react';

/** While `active`, the browser asks before it closes or reloads the tab. */
export function useUnloadPrompt(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const prompt = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', prompt);
    return () => window.removeEventListener('beforeunload', prompt);
  }, [active]);
}
