import { hasOpenDialog } from '#src/web/focus/dialogs.ts';

/** The distance in px that starts a drag, and the ms that a finger must stay before. */
const REACH = 6;
const LONG_PRESS = 450;

/** Handlers of a drag. */
export interface Dragging {
  /** The pointer moved to this place, px in the window. */
  readonly moveTo: (x: number, y: number) => void;
  readonly drop: () => void;
  /** Called last, dropped or not. */
  readonly end: () => void;
}

/** An element that can be dragged. */
export interface Draggable {
  /** The element shown as lifted by a finger. */
  readonly element: HTMLElement;
  /** `start`: the press that began the drag. */
  readonly begin: (start: PointerEvent) => Dragging;
  /** Called when a finger stayed and was released without a drag. */
  readonly held?: () => void;
}

/** Makes the elements that `pick` returns for a press draggable. Returns a function that ends this. */
export function makeDraggable(element: HTMLElement, pick: (target: Element) => Draggable | null): () => void {
  let press: Press | null = null;
  const onPointerDown = (event: PointerEvent) => {
    const { target, isPrimary, button, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (!isPrimary || button !== 0 || shiftKey || ctrlKey || metaKey || altKey) return;
    const picked = target instanceof Element ? pick(target) : null;
    if (!picked) return;
    press?.end();
    press = new Press(element, event, picked);
  };
  // A browser scrolls without asking if it knows of no such listener when the finger comes down.
  const onTouchMove = (event: TouchEvent) => press?.keepStill(event);
  // The row is dragged instead of the browser's own drag of its link.
  const onDragStart = (event: DragEvent) => {
    if (event.target instanceof Element && pick(event.target)) event.preventDefault();
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

/** A pressed pointer, which may become a drag. */
class Press {
  readonly #element: HTMLElement;
  readonly #picked: Draggable;
  readonly #start: PointerEvent;
  readonly #isTouch: boolean;
  readonly #over = new AbortController();
  #isLifted = false;
  #drag: Dragging | null = null;

  /** `element` gets the pointer's events during a drag. */
  constructor(element: HTMLElement, start: PointerEvent, picked: Draggable) {
    this.#element = element;
    this.#start = start;
    this.#picked = picked;
    this.#isTouch = start.pointerType !== 'mouse';
    const { signal } = this.#over;
    window.addEventListener('pointermove', (event) => this.#move(event), { signal });
    // Other fingers may touch and leave.
    const isOwn = ({ pointerId }: PointerEvent) => pointerId === start.pointerId;
    window.addEventListener('pointerup', (event) => isOwn(event) && this.#release(), { signal });
    window.addEventListener('pointercancel', (event) => isOwn(event) && this.end(), { signal });
    window.addEventListener('blur', () => this.end(), { signal });
    window.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    // A long press would open the browser's menu for the link.
    window.addEventListener('contextmenu', (event) => this.#isLifted && event.preventDefault(), { signal });
    if (!this.#isTouch) return;
    const timer = setTimeout(() => this.#lift(), LONG_PRESS);
    // Two fingers enlarge the page, unless the first one holds the element already.
    window.addEventListener('pointerdown', (event) => isOwn(event) || this.#isLifted || this.end(), {
      signal,
    });
    signal.addEventListener('abort', () => clearTimeout(timer));
    // Bound to the touched element: when its row leaves the document while the list scrolls, the list gets no
    // more events of the finger.
    const keepStill = (event: TouchEvent) => this.keepStill(event);
    (start.target as HTMLElement).addEventListener('touchmove', keepStill, { signal, passive: false });
  }

  keepStill(event: TouchEvent): void {
    if (this.#isLifted && event.cancelable) event.preventDefault();
  }

  /** Ends without a drop. */
  end(): void {
    this.#over.abort();
    delete this.#picked.element.dataset['lifted'];
    this.#drag?.end();
    this.#drag = null;
  }

  #lift(): void {
    // A dialog that opened meanwhile covers the element.
    if (hasOpenDialog()) return this.end();
    this.#isLifted = true;
    ignoreItsClick();
    this.#picked.element.dataset['lifted'] = '';
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#start.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (this.#drag) return this.#drag.moveTo(x, y);
    if (Math.hypot(x - this.#start.clientX, y - this.#start.clientY) < REACH) return;
    if (this.#isTouch && !this.#isLifted) return this.end();
    if (!this.#isTouch) ignoreItsClick();
    this.#element.setPointerCapture(event.pointerId);
    this.#drag = this.#picked.begin(this.#start);
    this.#drag.moveTo(x, y);
  }

  #release(): void {
    if (this.#drag) this.#drag.drop();
    else if (this.#isLifted) this.#picked.held?.();
    this.end();
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.#drag) return;
    // During a drag, keys have no other effect.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') this.end();
  }
}

/**
 * Ignores the click that ends the press. It comes before the next press; clicks of the keyboard (`detail` 0)
 * may come in between.
 */
function ignoreItsClick(): void {
  const over = new AbortController();
  const { signal } = over;
  const ignore = (event: MouseEvent) => {
    if (event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
    over.abort();
  };
  window.addEventListener('click', ignore, { capture: true, signal });
  window.addEventListener('pointerdown', () => over.abort(), { capture: true, signal });
}
