import { useEffect, useState, type RefObject } from 'react';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import type * as swipeCode from '#src/web/tasks/drag/row-swipe.ts';

let loadedCode: typeof swipeCode | null = null;

/** Lets a finger complete the rows of a list, and open their days, by swipes, once the code for it is loaded. */
export function useSwiping(list: RefObject<HTMLElement | null>): void {
  const [code, setCode] = useState(loadedCode);
  useWhenIdle(async () => {
    if (navigator.maxTouchPoints > 0) loadedCode ??= await import('#src/web/tasks/drag/row-swipe.ts');
    setCode(loadedCode);
  });
  useEffect(() => (code && list.current ? code.makeRowsSwipeable(list.current) : undefined), [code, list]);
}
