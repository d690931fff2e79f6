import { useLayoutEffect, useState, type RefObject } from 'react';
import { usePrinting } from '#src/web/platform/printing.ts';

/** The height in rem for the chips of a day of the month, below its number. All days are alike; a print has room for all. */
export function useCellRoom(grid: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(4);
  const isPrinting = usePrinting();
  useLayoutEffect(() => {
    const chips = grid.current?.querySelector<HTMLElement>('[data-chips]');
    if (!chips) return;
    const measure = () =>
      setRoom(chips.clientHeight / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(chips);
    return () => observer.disconnect();
  }, [grid]);
  return isPrinting ? Infinity : room;
}
