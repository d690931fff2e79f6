import { toggleSelected } from '#src/web/tasks/selection.ts';
import { Drag, type DragList } from './drag.ts';
import { idOf, ROW } from './gap-at.ts';

// A chunk of its own: it is needed once somebody drags. Rows have no listeners of theirs; their list has.

/** How far a pointer moves until it drags, px, and how long a finger stays on a row before, ms. */
const REACH = 6;
const LONG_PRESS = 450;

/** What of a row is pressed, or dragged by the browser, for itself. */
const OWN = 'button, input, a:not([data-control])';

/** Lets the rows of a list be dragged, and a finger that stays on one select it. Returns how to end that. */
export function makeRowsDraggable(element: HTMLElement, listNow: () => DragList): () => void {
  let press: Press | null = null;
  const onPointerDown = (event: PointerEvent) => {
    const { target, isPrimary, button, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (!isPrimary || button !== 0 || shiftKey || ctrlKey || metaKey || altKey) return;
    if (!(target instanceof Element) || target.closest(OWN)) return;
    const row = target.closest<HTMLElement>(ROW);
    if (!row) return;
    press?.end();
    press = new Press(element, row, event, listNow);
  };
  // A browser that hears of none as a finger comes down scrolls, and asks nobody.
  const onTouchMove = (event: TouchEvent) => press?.keepStill(event);
  // Rows are dragged, and not the links that open them.
  const onDragStart = (event: DragEvent) => {
    if (!(event.target instanceof Element && event.target.closest(OWN))) event.preventDefault();
  };
  element.dataset['draggable'] = '';
  element.addEventListener('dragstart', onDragStart);
  element.addEventListener('pointerdown', onPointerDown);
  element.addEventListener('touchmove', onTouchMove, { passive: false });
  return () => {
    press?.end();
    delete element.dataset['draggable'];
    element.removeEventListener('dragstart', onDragStart);
    element.removeEventListener('pointerdown', onPointerDown);
    element.removeEventListener('touchmove', onTouchMove);
  };
}

/** A pointer that is down on a row: it may come to drag it. */
class Press {
  readonly #element: HTMLElement;
  readonly #row: HTMLElement;
  readonly #listNow: () => DragList;
  readonly #start: PointerEvent;
  readonly #isTouch: boolean;
  readonly #over = new AbortController();
  #isLifted = false;
  #drag: Drag | null = null;

  constructor(element: HTMLElement, row: HTMLElement, start: PointerEvent, listNow: () => DragList) {
    this.#element = element;
    this.#row = row;
    this.#start = start;
    this.#listNow = listNow;
    this.#isTouch = start.pointerType !== 'mouse';
    const { signal } = this.#over;
    window.addEventListener('pointermove', (event) => this.#move(event), { signal });
    window.addEventListener('pointerup', () => this.#release(), { signal });
    window.addEventListener('pointercancel', () => this.end(), { signal });
    window.addEventListener('blur', () => this.end(), { signal });
    window.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    // A finger that stays would open the browser's menu for the link.
    window.addEventListener('contextmenu', (event) => this.#isLifted && event.preventDefault(), { signal });
    if (!this.#isTouch) return;
    const timer = setTimeout(() => this.#lift(), LONG_PRESS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    // Its row may leave the document as the list scrolls, and the list would hear no more of the finger.
    const keepStill = (event: TouchEvent) => this.keepStill(event);
    (start.target as HTMLElement).addEventListener('touchmove', keepStill, { signal, passive: false });
  }

  keepStill(event: TouchEvent): void {
    if (this.#isLifted && event.cancelable) event.preventDefault();
  }

  /** Leaves all as it was. */
  end(): void {
    this.#over.abort();
    delete this.#row.dataset['lifted'];
    this.#drag?.end();
    this.#drag = null;
  }

  #lift(): void {
    this.#isLifted = true;
    this.#row.dataset['lifted'] = '';
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#start.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (this.#drag) return this.#drag.moveTo(x, y);
    if (Math.hypot(x - this.#start.clientX, y - this.#start.clientY) < REACH) return;
    if (this.#isTouch && !this.#isLifted) return this.end();
    this.#element.setPointerCapture(event.pointerId);
    this.#drag = new Drag(this.#element, this.#row, this.#start, this.#listNow);
    this.#drag.moveTo(x, y);
  }

  #release(): void {
    const drag = this.#drag;
    if (drag || this.#isLifted) ignoreClick();
    if (drag) drag.drop();
    else if (this.#isLifted) toggleSelected(this.#listNow().replica, idOf(this.#row));
    this.end();
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.#drag) return;
    // Nothing else is meant while something is dragged.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key !== 'Escape') return;
    ignoreClick();
    this.end();
  }
}

/** The click by which a mouse says that it was let go is for nothing. */
function ignoreClick(): void {
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }), 50);
}
