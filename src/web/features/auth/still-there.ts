import { useCallback, useEffect, useRef } from 'react';

/** Tells, when an answer comes late, whether what asked for it is still on the screen. */
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
