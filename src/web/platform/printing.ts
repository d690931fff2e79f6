import { flushSync } from 'react-dom';
import { createStore, useStore } from './store.ts';

const printing = createStore(false);

// The browser lays the print out as soon as those are done who hear of it.
window.addEventListener('beforeprint', () => flushSync(() => printing.set(true)));
window.addEventListener('afterprint', () => printing.set(false));

/** Whether the page is on its way to paper. */
export function usePrinting(): boolean {
  return useStore(printing);
}
