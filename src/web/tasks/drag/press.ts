/** How far a pointer moves until it drags, px, and how long a finger stays before, ms. */
const REACH = 6;
const LONG_PRESS = 450;

/** What follows the pointer once it drags. */
export interface Dragging {
  /** The pointer is there, px in the window. */
  readonly moveTo: (x: number, y: number) => void;
  readonly drop: () => void;
  /** Comes last, dropped or not. */
  readonly end: () => void;
}

/** What can be dragged, and how. */
export interface Draggable {
  /** It shows that a finger has lifted it. */
  readonly element: HTMLElement;
  /** `start`: where the pointer came down. */
  readonly begin: (start: PointerEvent) => Dragging;
  /** What a finger that stayed is for where it did not drag. */
  readonly held?: () => void;
}

/** Lets what `pick` finds where a pointer comes down within an element be dragged. Returns how to end that. */
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
  // A browser that hears of none as a finger comes down scrolls, and asks nobody.
  const onTouchMove = (event: TouchEvent) => press?.keepStill(event);
  // Rows are dragged, and not the links that open them.
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

/** A pointer that is down on something: it may come to drag it. */
class Press {
  readonly #element: HTMLElement;
  readonly #picked: Draggable;
  readonly #start: PointerEvent;
  readonly #isTouch: boolean;
  readonly #over = new AbortController();
  #isLifted = false;
  #drag: Dragging | null = null;

  /** `element` hears of the pointer from then on. */
  constructor(element: HTMLElement, start: PointerEvent, picked: Draggable) {
    this.#element = element;
    this.#start = start;
    this.#picked = picked;
    this.#isTouch = start.pointerType !== 'mouse';
    const { signal } = this.#over;
    window.addEventListener('pointermove', (event) => this.#move(event), { signal });
    // Other fingers may come and go.
    const isOwn = ({ pointerId }: PointerEvent) => pointerId === start.pointerId;
    window.addEventListener('pointerup', (event) => isOwn(event) && this.#release(), { signal });
    window.addEventListener('pointercancel', (event) => isOwn(event) && this.end(), { signal });
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
    delete this.#picked.element.dataset['lifted'];
    this.#drag?.end();
    this.#drag = null;
  }

  #lift(): void {
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
    // Nothing else is meant while something is dragged.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') this.end();
  }
}

/** The click that ends the press is for nothing. It comes before the next press, and keys, whose clicks count no presses, may come between. */
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
