import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { useReplica } from '#src/web/data/replica-context.ts';
import { runCommand } from '#src/web/focus/commands/part-command.ts';
import { SELECT_ALL } from '#src/web/focus/commands/shared.ts';
import { hasOpenDialog } from '#src/web/focus/dialogs.ts';
import { isForeignLink } from '#src/web/focus/foreign-link.ts';
import { focusedRow } from '#src/web/focus/row-focus.ts';
import { openRowPopover } from '#src/web/focus/row-popover.ts';
import type { Section } from '#src/web/tasks/list/list-plan.ts';
import { select, selectTo, toggleSelected, useIsSelecting } from './selection.ts';

/** The ms of a long press that selects a row, and the px that the finger may move meanwhile. */
const LONG_PRESS = 450;
const REACH = 8;

/**
 * The list's handlers for selecting tasks: click with Shift, Ctrl+A, and a long press; the latter only
 * without `isDraggable`, since dragging handles it then.
 */
export function useSelecting(sections: readonly Section[], isDraggable: boolean) {
  const replica = useReplica();
  const isSelecting = useIsSelecting();
  const press = useRef({ timer: 0, x: 0, y: 0, isLong: false });
  const idsOf = () => sections.flatMap(({ ids }) => ids);
  const release = () => clearTimeout(press.current.timer);
  return {
    'data-selecting': isSelecting || undefined,
    onClickCapture(event: MouseEvent) {
      const id = taskAt(event.target);
      const { isLong } = press.current;
      press.current.isLong = false;
      if (id === null || !(isLong || event.shiftKey)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isLong) selectTo(replica, idsOf(), id, focusedRow()?.dataset['task'] ?? null);
    },
    onKeyDown(event: KeyboardEvent) {
      if (taskAt(event.target) === null) return;
      runCommand(event, [SELECT_ALL], { 'select-all': () => select(replica, idsOf()) });
    },
    onPointerDown({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) {
      // Two fingers enlarge the page.
      release();
      const id = taskAt(target);
      press.current.isLong = false;
      // A button held by a finger is pressed on release, after any time.
      if (isDraggable || pointerType !== 'touch' || !isPrimary || id === null || isButton(target)) return;
      const timer = setTimeout(() => {
        // A dialog that opened meanwhile covers the row.
        if (hasOpenDialog()) return;
        press.current.isLong = true;
        toggleSelected(replica, id);
      }, LONG_PRESS);
      press.current = { timer: Number(timer), x, y, isLong: false };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current;
      if (Math.hypot(clientX - x, clientY - y) > REACH) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    onContextMenu(event: MouseEvent<Element, globalThis.MouseEvent | globalThis.PointerEvent>) {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('li[data-task]') : null;
      const id = row?.dataset['task'];
      const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
      // A long press would open the browser's menu for the link.
      if (press.current.isLong) event.preventDefault();
      // With Shift, and for links in the text, the browser's own menu opens.
      else if (row && id !== undefined && !isTouch && !event.shiftKey && !isForeignLink(event.target)) {
        event.preventDefault();
        const isByKey = event.button === 0 || (event.clientX === 0 && event.clientY === 0);
        const anchor = row.querySelector<HTMLElement>('[data-control="more"]') ?? row;
        const point = isByKey ? null : { x: event.clientX, y: event.clientY };
        openRowPopover({ id, part: 'menu', anchor, point });
      }
    },
  };
}

function isButton(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input') !== null;
}

/** The task whose row contains the target; null for none. */
function taskAt(target: EventTarget): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('li[data-task]') : null;
  return row?.dataset['task'] ?? null;
}
