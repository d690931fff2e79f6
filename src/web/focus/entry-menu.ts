import type { MouseEvent } from 'react';
import { createStore, useStore } from '#src/web/platform/store.ts';

export type EntryKind = 'collection' | 'label' | 'filter';

/** The menu of a collection, a label or a filter. */
export interface EntryMenu {
  readonly kind: EntryKind;
  readonly id: string;
  /** The element beside which it opens. */
  readonly anchor: HTMLElement;
  /** The element that gets the focus back. */
  readonly returnTo: HTMLElement;
  /** The point in the window where the pointer asked for it; null for the element itself. */
  readonly point: { readonly x: number; readonly y: number } | null;
}

const shown = createStore<EntryMenu | null>(null);

export function useEntryMenu(): EntryMenu | null {
  return useStore(shown);
}

/** Opens the menu beside its button, or closes it if it is open there. */
export function openEntryMenu(kind: EntryKind, id: string, anchor: HTMLElement): void {
  if (shown.get()?.anchor === anchor) closeEntryMenu();
  else shown.set({ kind, id, anchor, returnTo: anchor, point: null });
}

/** Closes it, and gives the focus back. */
export function closeEntryMenu(): void {
  const returnTo = shown.get()?.returnTo;
  shown.set(null);
  returnTo?.focus({ preventScroll: true });
}

/** Opens the menu by a right click, a long press or Shift+F10 on the link of an entry. With Shift, the browser's own menu opens. */
export function entryMenuOf(kind: EntryKind, id: string) {
  return (event: MouseEvent<HTMLElement>) => {
    const { currentTarget: link, shiftKey, clientX: x, clientY: y, button } = event;
    const isByKey = button === 0 || (x === 0 && y === 0);
    if (shiftKey && !isByKey) return;
    event.preventDefault();
    shown.set({ kind, id, anchor: link, returnTo: link, point: isByKey ? null : { x, y } });
  };
}
