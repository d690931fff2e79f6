import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/utils/prevent-unhandled';

export { spotAt } from '#src/tables/collection/collection-moves.ts';
export { moveCollection, stepCollection } from './move-collection.ts';

// A chunk of its own, loaded for the first move. The state of a drag is in `data-` attributes for the style
// sheet, so that nothing renders while the pointer moves.

/** Makes a collection draggable by its link. Returns a function that ends it. */
export function makeDraggable(link: HTMLElement, id: string): () => void {
  return draggable({
    element: link,
    getInitialData: () => ({ collectionId: id }),
    onDragStart: () => {
      link.dataset['dragging'] = '';
      // Keeps a link that is dropped outside the list from opening.
      preventUnhandled.start();
    },
    onDrop: () => delete link.dataset['dragging'],
  });
}

/**
 * Lets collections be dropped between the items of `list`, which have their index as `data-index`. `onDrop`
 * gets the index of the item after the drop, or the number of items at the end. Returns a function that ends
 * it.
 */
export function makeDropList(list: HTMLElement, onDrop: (id: string, before: number) => void): () => void {
  let lined: HTMLElement | null = null;
  const eraseLine = () => delete lined?.dataset['drop'];
  const drawLine = (link: HTMLElement, y: number) => {
    eraseLine();
    const moved = link.closest('li');
    const { previous, next } = gapAt(list, y);
    // A drop beside itself would change nothing.
    if (previous === moved || next === moved) return;
    lined = next ?? previous;
    if (lined) lined.dataset['drop'] = next ? 'before' : 'after';
  };
  return dropTargetForElements({
    element: list,
    canDrop: ({ source }) => typeof source.data['collectionId'] === 'string',
    onDragEnter: ({ source, location }) => drawLine(source.element, location.current.input.clientY),
    onDrag: ({ source, location }) => drawLine(source.element, location.current.input.clientY),
    onDragLeave: eraseLine,
    onDrop: ({ source, location }) => {
      eraseLine();
      const { previous, next } = gapAt(list, location.current.input.clientY);
      onDrop(source.data['collectionId'] as string, next ? indexOf(next) : indexOf(previous) + 1);
    },
  });
}

/**
 * The items above and below the gap nearest to the pointer; either may be missing. `y` is in px of the
 * window.
 */
function gapAt(list: HTMLElement, y: number) {
  const items = [...list.querySelectorAll('li')];
  const below = items.findIndex((item) => {
    const { top, height } = item.getBoundingClientRect();
    return y < top + height / 2;
  });
  const at = below < 0 ? items.length : below;
  return { previous: items[at - 1] ?? null, next: items[at] ?? null };
}

function indexOf(item: HTMLElement | null): number {
  return Number(item?.dataset['index']);
}
