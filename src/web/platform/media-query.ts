import { useCallback, useSyncExternalStore } from 'react';

/**
 * Below this width the sidebar is a menu (specification, section 9). The style sheets have the same number.
 */
const NARROW = '(width < 832px)';

/** From this width on a task is shown beside its list. The style sheets have the same number. */
const WIDE = '(width >= 1100px)';

function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

export function useNarrow(): boolean {
  return useMediaQuery(NARROW);
}

export function useWide(): boolean {
  return useMediaQuery(WIDE);
}
