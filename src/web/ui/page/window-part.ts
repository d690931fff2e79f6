import { useCallback, useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Scrolling by fewer pixels renders nothing again. */
const STEP = 256;

/** A part of an element, in px from its top. It may begin above the element, and end below it. */
export interface Part {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The part of an element that the window shows, in steps of 256 px, inside any scroller. Call `look` after
 * the element has moved without scrolling.
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
      // A scroller that does not contain it moves no part of it.
      if (!(target as Node).contains(ref.current)) return;
      // Rendered later, new content would be blank for a frame.
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
