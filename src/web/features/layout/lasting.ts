import { useEffect, useState } from 'react';

/** True when `value` has been true for `ms`. Starts as `value`, and turns false at once. */
export function useLasting(value: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(value);
  // Set while rendering, so that nothing renders with the old value.
  if (lasts && !value) setLasts(false);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return lasts && value;
}
