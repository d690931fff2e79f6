import { flushSync } from 'react-dom';
import { DOUBLE_PRESS } from './double-press.ts';
import { heirsOf } from './focus.ts';
import { watchHeldRows, type HeldRows } from './held-rows.ts';
import { rowOf } from './row-focus.ts';
import { createStore } from '#src/web/platform/store.ts';

/** How long the others take to close up, ms. */
const CLOSE_UP = 120;
/** At first it is to be seen what became of it. It stays until a second press at its place would be one for the row that comes there. */
const FADING = [{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0, offset: 0.8 }, { opacity: 0 }];
const STAYING = [{ opacity: 1 }, { opacity: 1 }];

/** The tasks whose rows are fading. Where a list has lost one of them, it goes on showing its row meanwhile. */
export const leavingTasks = createStore<ReadonlySet<string>>(new Set());

/** Those of them that are not to be seen any more, and go once nothing is held down. */
const faded = new Set<string>();
let heldRows: HeldRows | null = null;

/**
 * Lets the row of a task be seen leaving its list, in the place where it was, if the list has lost it. To be asked right after the change
 * that may take the task away, before that is rendered. The focus, if the row has it and goes, goes where it should be then.
 */
export function letLeave(id: string): void {
  const row = rowOf(id);
  if (!row) return;
  const heir = row.contains(document.activeElement) && heirsOf(document.activeElement);
  const leaving = leavingTasks.get();
  // Rendered at once: whether it is still in its list, only that list knows.
  flushSync(() => leavingTasks.set(new Set([...leaving, id])));
  if (heir) heir()?.focus({ preventScroll: true });
  if (!row.inert) return leavingTasks.set(leaving);
  heldRows ??= watchHeldRows(removeFaded);
  // It may have come back meanwhile, and leave once more.
  faded.delete(id);
  void row.animate(hasMotion() ? FADING : STAYING, DOUBLE_PRESS).finished.finally(() => {
    faded.add(id);
    removeFaded();
  });
}

function hasMotion(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function removeFaded(): void {
  if (faded.size === 0 || heldRows?.isHeld()) return;
  const others = new Set([...leavingTasks.get()].filter((id) => !faded.has(id)));
  faded.clear();
  if (others.size === 0) {
    heldRows?.stop();
    heldRows = null;
  }
  closeUp(() => leavingTasks.set(others));
}

/** Makes a change that takes rows away, and lets the others be seen gliding to their places. */
function closeUp(change: () => void): void {
  if (!hasMotion()) return flushSync(change);
  const places = new Map(partsOf(document).map((part) => [part, part.getBoundingClientRect().top]));
  flushSync(change);
  // All measured before anything is set in motion: else the browser would lay the page out once more.
  const lists = [...document.querySelectorAll<HTMLElement>('[data-list]')];
  const glides = lists.flatMap((list) => glidesOf(list, places));
  const easing = getComputedStyle(document.documentElement).getPropertyValue('--ease-out');
  for (const { element, distance } of glides)
    element.animate({ transform: [`translateY(${distance}px)`, 'none'] }, { duration: CLOSE_UP, easing });
}

/** Rows and headings. */
function partsOf(lists: ParentNode): HTMLElement[] {
  return [...lists.querySelectorAll<HTMLElement>('[data-block]')];
}

interface Glide {
  readonly element: HTMLElement;
  /** It moves from so far below to where it stands, px. */
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
    // It counts within reach of a row's height, since what is just out of sight may be moved into it.
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
