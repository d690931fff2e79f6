import type { MouseEvent } from 'react';
import { createStore, useStore } from '#src/web/platform/store.ts';
import { focusedRow } from './row-focus.ts';

/** The menu of a task, or one of its values. */
export type RowPart = 'menu' | 'day' | 'deadline' | 'place' | 'labels' | 'reminders';

export interface RowPopover {
  /** The task; null for all selected ones. */
  readonly id: string | null;
  readonly part: RowPart;
  /** The element beside which it opens. */
  readonly anchor: HTMLElement;
  /** The element that had the focus, or the row; it gets the focus back. */
  readonly returnTo: HTMLElement;
  /** The element with the focus when the popover was asked for. */
  readonly askedFrom: Element | null;
  /** The point in the window where the pointer asked for it; null for the element itself. */
  readonly point: { readonly x: number; readonly y: number } | null;
}

const shown = createStore<RowPopover | null>(null);

export function useRowPopover(): RowPopover | null {
  return useStore(shown);
}

/** From one of its parts to another, the focus still goes back to where it was at first. */
export function openRowPopover({
  point = null,
  ...popover
}: Omit<RowPopover, 'point' | 'returnTo' | 'askedFrom'> & Partial<Pick<RowPopover, 'point'>>): void {
  const row = popover.anchor.closest('li') ?? popover.anchor;
  const { activeElement } = document;
  const isOwn = popover.id === null || row.contains(activeElement);
  const focused = activeElement instanceof HTMLElement && isOwn ? activeElement : row;
  shown.set({ point, returnTo: shown.get()?.returnTo ?? focused, askedFrom: activeElement, ...popover });
}

/** True until the popover that was asked for has the focus: its code may still load. */
export function isRowPopoverComing(): boolean {
  const popover = shown.get();
  return popover !== null && popover.askedFrom === document.activeElement;
}

/** The bar of the selection. */
export const SELECTION_BAR = '[data-selection-bar]';

/** Focuses the bar of the selection. False without one. */
export function focusSelectionBar(): boolean {
  const button = document.querySelector<HTMLElement>(`${SELECTION_BAR} button`);
  button?.focus();
  return button !== null;
}

/** Opens it for all selected tasks, beside the bar of the selection. False without the bar. */
export function openForSelection(part: RowPart): boolean {
  const anchor = document.querySelector<HTMLElement>(`${SELECTION_BAR} [role="toolbar"]`);
  if (anchor) openRowPopover({ id: null, part, anchor });
  return anchor !== null;
}

/** Opens it for the row with the focus. False without one. */
export function openForFocusedRow(part: RowPart): boolean {
  const row = focusedRow();
  const id = row?.dataset['task'];
  if (!row || id === undefined) return false;
  openRowPopover({ id, part, anchor: row.querySelector<HTMLElement>('[data-control="more"]') ?? row });
  return true;
}

/** Opens the menu of a task by a right click or Shift+F10 on an element for it. With Shift, the browser's own menu opens. */
export function taskMenuOf(id: string) {
  return (event: MouseEvent<HTMLElement, globalThis.MouseEvent | PointerEvent>) => {
    const { currentTarget: anchor, nativeEvent, shiftKey, clientX: x, clientY: y, button } = event;
    const isByKey = button === 0 || (x === 0 && y === 0);
    if (shiftKey && !isByKey) return;
    event.preventDefault();
    // A finger opens it by a long press without a move; with one it drags.
    if ('pointerType' in nativeEvent && nativeEvent.pointerType === 'touch') return;
    openRowPopover({ id, part: 'menu', anchor, point: isByKey ? null : { x, y } });
  };
}

/** Closes it, and gives the focus back. */
export function closeRowPopover(): void {
  const returnTo = shown.get()?.returnTo;
  shown.set(null);
  returnTo?.focus({ preventScroll: true });
}
