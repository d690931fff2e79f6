import { useEffect, useState } from 'react';

/** Whether `value` has been true for so long, ms; at first, whether it is. It ends at once. */
export function useLasting(value: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(value);
  // It changes as it ends, so that nothing is rendered with the old.
  if (lasts && !value) setLasts(false);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return lasts && value;
}
