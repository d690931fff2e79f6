import { useCallback, useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Scrolling by less renders nothing anew, px. */
const STEP = 256;

/** A part of an element, px from its top. It may begin above the element, and end below it. */
export interface Part {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The part of an element that the window shows, in steps of 256 px, whatever it is that scrolls. `look` looks again: for
 * when the element has come to stand elsewhere without anybody scrolling.
 */
export function useWindowPart(ref: RefObject<HTMLElement | null>): readonly [Part, look: () => void] {
  const [part, setPart] = useState<Part>({ top: 0, bottom: innerHeight });
  const look = useCallback(() => {
    if (!ref.current) return;
    const hidden = -ref.current.getBoundingClientRect().top;
    const top = Math.floor(hidden / STEP) * STEP;
    const bottom = Math.ceil((hidden + innerHeight) / STEP) * STEP;
    setPart((before) => (before.top === top && before.bottom === bottom ? before : { top, bottom }));
  }, [ref]);
  useEffect(() => {
    const onScroll = ({ target }: Event) => {
      // What scrolls beside it moves nothing of it.
      if (!(target as Node).contains(ref.current)) return;
      // Rendered later, what comes into the window would be blank for a frame.
      flushSync(look);
    };
    const options = { capture: true, passive: true };
    document.addEventListener('scroll', onScroll, options);
    window.addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', onScroll, options);
      window.removeEventListener('resize', look);
    };
  }, [ref, look]);
  return [part, look];
}
