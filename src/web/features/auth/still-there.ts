import { useCallback, useEffect, useRef } from 'react';

/** Returns a check for late answers: true while the component is still on the screen. */
export function useStillThere(): () => boolean {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return useCallback(() => isThere.current, []);
}
