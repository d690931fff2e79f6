import { flushSync } from 'react-dom';
import { createStore, useStore } from './store.ts';

const printing = createStore(false);

// Rendered at once: the browser lays the print out directly after the listeners.
window.addEventListener('beforeprint', () => flushSync(() => printing.set(true)));
window.addEventListener('afterprint', () => printing.set(false));

/** True while the page is being printed. */
export function usePrinting(): boolean {
  return useStore(printing);
}
