import { useEffect } from 'react';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';
import type * as QuickAddCode from './quick-add-code.ts';

type Code = typeof QuickAddCode;

const code = createStore<Code | null>(null);

/** Loads the code of quick add, ahead of need. */
export async function preloadQuickAdd(): Promise<void> {
  if (code.get() === null) code.set(await import('./quick-add-code.ts'));
}

/** The code of quick add; null until it is loaded. Until then a name is only a name. */
export function useQuickAddCode(): Code | null {
  useEffect(() => {
    void preloadQuickAdd().catch(() =>
      notifyError('Quick add could not be loaded. The whole line is the name of the task.'),
    );
  }, []);
  return useStore(code);
}
