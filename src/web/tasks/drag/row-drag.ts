import { toggleSelected } from '#src/web/tasks/selection.ts';
import { Drag, type DragList } from './drag.ts';
import { idOf, ROW } from './gap-at.ts';
import { makeDraggable } from './press.ts';

// A chunk of its own: it is needed once somebody drags. Rows have no listeners of theirs; their list has.

/** What of a row is pressed, or dragged by the browser, for itself. */
const OWN = 'button, input, a:not([data-control])';

/** Lets the rows of a list be dragged, and a finger that stays on one select it. Returns how to end that. */
export function makeRowsDraggable(element: HTMLElement, listNow: () => DragList): () => void {
  return makeDraggable(element, (target) => {
    const row = target.closest(OWN) ? null : target.closest<HTMLElement>(ROW);
    return (
      row && {
        element: row,
        begin: (start) => new Drag(element, row, start, listNow),
        held: () => toggleSelected(listNow().replica, idOf(row)),
      }
    );
  });
}
