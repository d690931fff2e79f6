import { useCallback, useSyncExternalStore } from 'react';

/** Below this the sidebar is a menu (specification, section 9). The same number stands in the style sheets. */
const NARROW = '(width < 832px)';

/** From here on a task stands beside its list. The same number stands in the style sheets. */
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
