import { flushSync } from 'react-dom';
import { leaveItem } from './leaving-focus.ts';
import { createStore } from './store.ts';

/** How long a row fades, and how long the others then take to close up, ms. */
const FADE = 160;
const CLOSE_UP = 120;
/** At first it is to be seen what became of it. */
const FADING = [{ opacity: 1 }, { opacity: 1, offset: 0.35 }, { opacity: 0 }];
/** Where a finger was, the click may come so much after it has gone, ms. */
const LATE_CLICK = 50;
const EASE_OUT = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/** The tasks whose rows are fading. Where a list has lost one of them, it goes on showing its row meanwhile. */
export const leavingTasks = createStore<ReadonlySet<string>>(new Set());

/**
 * Lets the row that holds `control` be seen leaving its list, in the place where it was. To be asked right after the change
 * that takes its task away, before that is rendered. The focus, if the row has it, goes where it should be then.
 */
export function letLeave(id: string, control: Element): void {
  const row = control.closest('li');
  leaveItem(row);
  if (!row || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  leavingTasks.set(new Set([...leavingTasks.get(), id]));
  const fading = row.animate(FADING, { duration: FADE, fill: 'forwards' });
  void fading.finished.then(untilReleased).finally(() => {
    const others = new Set(leavingTasks.get());
    others.delete(id);
    closeUp(() => leavingTasks.set(others));
    // It may have come back.
    fading.cancel();
  });
}

/** Resolves when nothing in a list is held down: what moves away from under the pointer gets no click. */
async function untilReleased(): Promise<void> {
  while (document.querySelector('[data-list] :active')) {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    const heard = new AbortController();
    for (const type of ['pointerup', 'pointercancel', 'contextmenu', 'keyup'])
      addEventListener(type, () => resolve(), { capture: true, signal: heard.signal });
    await released;
    heard.abort();
    await new Promise((after) => setTimeout(after, LATE_CLICK));
  }
}

/** Makes a change that takes rows away, and lets the others be seen gliding to their places. */
function closeUp(change: () => void): void {
  const places = new Map(partsOf(document).map((part) => [part, part.getBoundingClientRect().top]));
  flushSync(change);
  // All measured before anything is set in motion: else the browser would lay the page out once more.
  const lists = [...document.querySelectorAll<HTMLElement>('[data-list]')];
  const glides = lists.flatMap((list) => glidesOf(list, places));
  for (const { element, distance } of glides)
    element.animate(
      { transform: [`translateY(${distance}px)`, 'none'] },
      { duration: CLOSE_UP, easing: EASE_OUT },
    );
}

/** Rows and headings. */
function partsOf(lists: ParentNode): HTMLElement[] {
  return [...lists.querySelectorAll<HTMLElement>('[data-block]')];
}

interface Glide {
  readonly element: HTMLElement;
  /** From so far below to where it stands, px. */
  readonly distance: number;
}

/**
 * Each motion is a layer of its own to draw. Where most of a list moves, the list does, and what stays in it moves the
 * other way: to the eye that is the same.
 */
function glidesOf(list: HTMLElement, places: ReadonlyMap<HTMLElement, number>): Glide[] {
  const parts = partsOf(list).flatMap((element): Glide[] => {
    const before = places.get(element);
    const after = element.getBoundingClientRect();
    // Within reach of a row's height, since what is just out of sight may be moved into it.
    const isNear = after.bottom > -innerHeight && after.top < innerHeight;
    return before !== undefined && isNear ? [{ element, distance: before - after.top }] : [];
  });
  const moved = parts.filter(({ distance }) => distance !== 0);
  const rest = parts.filter(({ distance }) => distance === 0);
  const [first] = moved;
  if (!first || rest.length + 1 >= moved.length || moved.some((part) => part.distance !== first.distance))
    return moved;
  const back = rest.map(({ element }) => ({ element, distance: -first.distance }));
  return [{ element: list, distance: first.distance }, ...back];
}
