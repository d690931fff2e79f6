import { openRowPopover } from '#src/web/focus/row-popover.ts';
import { toggleSelected } from '#src/web/tasks/selection.ts';
import { Drag, type DragList } from './drag.ts';
import { idOf, ROW } from './gap-at.ts';
import { makeDraggable } from './press.ts';

// A chunk of its own, loaded for the first drag. The list has the listeners instead of each row.

/** The parts of a row with a press or a browser's drag of their own. */
const OWN = 'button, input, a:not([data-control])';

/**
 * Makes the rows of a list draggable. A long press of a finger selects a row, and opens the menu of a card. Returns a
 * function that ends this.
 */
export function makeRowsDraggable(element: HTMLElement, listNow: () => DragList): () => void {
  return makeDraggable(element, (target) => {
    const row = target.closest(OWN) ? null : target.closest<HTMLElement>(ROW);
    return (
      row && {
        element: row,
        begin: (start) => new Drag(element, row, start, listNow),
        // A card has no room for a selection's box; its menu selects.
        held: () =>
          listNow().board
            ? openRowPopover({ id: idOf(row), part: 'menu', anchor: row })
            : toggleSelected(listNow().replica, idOf(row)),
      }
    );
  });
}
