import { hasOpenDialog } from '#src/web/focus/dialogs.ts';
import { pressInRow } from '#src/web/focus/row-focus.ts';
import { openRowPopover } from '#src/web/focus/row-popover.ts';
import { idOf } from './gap-at.ts';
import styles from './row-swipe.module.css';

// A chunk of its own, loaded for fingers. The list has the listeners instead of each row.

/** The px after which a move of the finger is a swipe or a scroll, and those from which a release counts. */
const REACH = 10;
const ARMED = 88;
/** No swipe begins within these px of the screen's sides: the system goes back and forth there. */
const SIDE = 24;
/** The duration in ms for a row to return to its place. */
const SETTLE = 180;

/**
 * Completes a row that a finger swipes towards the end of its line, and offers days for one swiped towards the
 * start. Returns a function that ends this.
 */
export function makeRowsSwipeable(list: HTMLElement): () => void {
  const over = new AbortController();
  const { signal } = over;
  let swipe: Swipe | null = null;
  const onPointerDown = ({ target, pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent) => {
    swipe?.end();
    if (pointerType !== 'touch' || !isPrimary || list.dataset['selecting'] !== undefined) return;
    if (clientX < SIDE || clientX > innerWidth - SIDE || hasOpenDialog()) return;
    const row = target instanceof Element ? target.closest<HTMLElement>('li[data-task]') : null;
    if (row) swipe = new Swipe(row, pointerId, clientX, clientY);
  };
  list.addEventListener('pointerdown', onPointerDown, { signal });
  // A browser that takes the move for a scroll would ignore a tap soon after it.
  const onTouchMove = (event: TouchEvent) => swipe?.isBegun && event.cancelable && event.preventDefault();
  list.addEventListener('touchmove', onTouchMove, { passive: false, signal });
  // In an enlarged page, a finger moves the window sideways too.
  const viewport = window.visualViewport;
  const setScroll = () => list.toggleAttribute('data-swipes', (viewport?.scale ?? 1) <= 1);
  viewport?.addEventListener('resize', setScroll, { signal });
  setScroll();
  return () => {
    over.abort();
    swipe?.end();
    list.removeAttribute('data-swipes');
  };
}

/** A finger on a row. It becomes a swipe, or is none for good. */
class Swipe {
  readonly #row: HTMLElement;
  readonly #startX: number;
  readonly #startY: number;
  /** 1 where lines run from left to right, else -1. */
  readonly #forward: number;
  readonly #over = new AbortController();
  #under: HTMLElement | null = null;
  /** The px that the finger has moved towards the end of the line; negative towards its start. */
  #distance = 0;
  #isArmed = false;

  constructor(row: HTMLElement, pointerId: number, startX: number, startY: number) {
    this.#row = row;
    this.#startX = startX;
    this.#startY = startY;
    this.#forward = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
    const { signal } = this.#over;
    const own = (run: (event: PointerEvent) => void) => (event: PointerEvent) =>
      event.pointerId === pointerId && run(event);
    window.addEventListener(
      'pointermove',
      own((event) => this.#move(event)),
      { signal },
    );
    window.addEventListener(
      'pointerup',
      own(() => this.#release()),
      { signal },
    );
    // The browser scrolls.
    window.addEventListener(
      'pointercancel',
      own(() => this.end()),
      { signal },
    );
    // With a second finger it is another gesture.
    window.addEventListener('pointerdown', (event) => event.pointerId !== pointerId && this.end(), {
      signal,
    });
    window.addEventListener('blur', () => this.end(), { signal });
  }

  get isBegun(): boolean {
    return this.#under !== null;
  }

  /** Returns the row to its place. Nothing else happens. */
  end(): void {
    this.#over.abort();
    const [row, under] = [this.#row, this.#under];
    this.#under = null;
    if (!under) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const easing = getComputedStyle(document.documentElement).getPropertyValue('--ease-out');
    const from = row.style.getPropertyValue('--swipe');
    const moves = [...row.children].filter((child) => child !== under);
    row.classList.remove(styles['swiped'] ?? '');
    row.style.removeProperty('--swipe');
    under.remove();
    if (isStill) return;
    for (const child of moves) child.animate({ translate: [from, '0px'] }, { duration: SETTLE, easing });
  }

  #move({ clientX: x, clientY: y }: PointerEvent): void {
    const [across, down] = [x - this.#startX, y - this.#startY];
    if (!this.#under) {
      if (Math.hypot(across, down) < REACH) return;
      if (Math.abs(across) <= 1.5 * Math.abs(down)) return this.end();
      this.#under = this.#begin();
    }
    if (isAtEdge(x, innerWidth) || isAtEdge(y, innerHeight) || hasOpenDialog()) return this.end();
    const distance = across * this.#forward;
    // A completed task gets no day.
    this.#distance = distance > 0 || this.#control('date') ? distance : 0;
    this.#show();
  }

  #begin(): HTMLElement {
    const under = document.createElement('span');
    under.className = styles['under'] ?? '';
    under.ariaHidden = 'true';
    this.#row.classList.add(styles['swiped'] ?? '');
    this.#row.append(under);
    return under;
  }

  #show(): void {
    const under = this.#under;
    if (!under) return;
    const distance = Math.abs(this.#distance);
    const shown = Math.min(distance, ARMED) + Math.max(distance - ARMED, 0) / 3;
    this.#row.style.setProperty('--swipe', `${Math.sign(this.#distance) * this.#forward * shown}px`);
    under.style.inlineSize = `${shown}px`;
    const control = this.#distance > 0 ? 'complete' : 'date';
    if (under.dataset['act'] !== control) {
      under.dataset['act'] = control;
      const icon = this.#control(control)?.querySelector('svg')?.cloneNode(true) ?? '';
      under.replaceChildren(
        icon,
        control === 'date' ? 'Date' : this.#control('date') ? 'Complete' : 'Reopen',
      );
    }
    const isArmed = distance >= ARMED;
    if (isArmed && !this.#isArmed) navigator.vibrate?.(10);
    this.#isArmed = isArmed;
    under.toggleAttribute('data-armed', isArmed);
  }

  /** A button of the row. */
  #control(name: string): Element | null {
    return this.#row.querySelector(`button[data-control="${name}"]`);
  }

  #release(): void {
    const isMeant = this.#under !== null && this.#isArmed && this.#row.isConnected && !hasOpenDialog();
    this.end();
    if (!isMeant) return;
    if (this.#distance > 0) pressInRow(this.#row, 'complete');
    else openRowPopover({ id: idOf(this.#row), part: 'day', anchor: this.#row });
  }
}

/** True for a finger that leaves the window: there is no event from beyond it. */
function isAtEdge(at: number, size: number): boolean {
  return at < 1 || at >= size - 1;
}
