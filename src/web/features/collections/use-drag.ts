import { useEffect, useState, type RefObject } from 'react';
import { calledCode } from '#src/web/feedback/called-code.ts';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import type * as dragCode from './collection-drag.ts';

export type DragCode = typeof dragCode;

const collectionDrag = calledCode(() => import('./collection-drag.ts'));

/** The code for moving collections; null until it is loaded, once the app is idle. */
export function useDragCode(): DragCode | null {
  const [code, setCode] = useState<DragCode | null>(null);
  useWhenIdle(async () => setCode(await collectionDrag.preload()));
  return code;
}

export const withDragCode = collectionDrag.use;

/** Makes the collection draggable by its link. */
export function useDraggable(code: DragCode | null, link: RefObject<HTMLElement | null>, id: string): void {
  useEffect(() => {
    if (code && link.current) return code.makeDraggable(link.current, id);
    return undefined;
  }, [code, link, id]);
}

/** Lets collections be dropped into the list: `onDrop` gets the index of the item after the drop. */
export function useDropList(
  code: DragCode | null,
  list: RefObject<HTMLElement | null>,
  onDrop: (id: string, before: number) => void,
): void {
  useEffect(() => {
    if (code && list.current) return code.makeDropList(list.current, onDrop);
    return undefined;
  }, [code, list, onDrop]);
}
