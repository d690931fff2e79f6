import { flushSync } from 'react-dom';
import { DOUBLE_PRESS } from './double-press.ts';
import { heirsOf } from './focus.ts';
import { watchHeldRows, type HeldRows } from './held-rows.ts';
import { rowOf } from './row-focus.ts';
import { createStore } from '#src/web/platform/store.ts';

/** The duration in ms for the other rows to close the gap. */
const CLOSE_UP = 120;
/**
 * A row first stays visible, to show its new state, then fades. It keeps its place until a second press there
 * can only mean the next row.
 */
const FADING = [{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0, offset: 0.8 }, { opacity: 0 }];
const STAYING = [{ opacity: 1 }, { opacity: 1 }];

/** The tasks whose rows are fading out. A list that has lost one of them still shows its row meanwhile. */
export const leavingTasks = createStore<ReadonlySet<string>>(new Set());

/** The faded rows, which are removed once no pointer holds anything. */
const faded = new Set<string>();
let heldRows: HeldRows | null = null;

/**
 * Shows the row of a task leaving its list, in its old place, if the list has lost it. Call it directly after
 * the change, before rendering. The focus moves on if the row has it and goes.
 */
export function letLeave(id: string): void {
  const row = rowOf(id);
  if (!row) return;
  const heir = row.contains(document.activeElement) && heirsOf(document.activeElement);
  const leaving = leavingTasks.get();
  // Rendered at once, since only the list knows if it still has the task.
  flushSync(() => leavingTasks.set(new Set([...leaving, id])));
  if (heir) heir()?.focus({ preventScroll: true });
  if (!row.inert) return leavingTasks.set(leaving);
  heldRows ??= watchHeldRows(removeFaded);
  // It may have come back meanwhile, and leave again.
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

/** Applies a change that removes rows, and lets the others glide to their places. */
function closeUp(change: () => void): void {
  if (!hasMotion()) return flushSync(change);
  const places = new Map(partsOf(document).map((part) => [part, part.getBoundingClientRect().top]));
  flushSync(change);
  // Measures everything before any animation starts, or the browser would lay the page out again.
  const lists = [...document.querySelectorAll<HTMLElement>('[data-list]')];
  const glides = lists.flatMap((list) => glidesOf(list, places));
  const easing = getComputedStyle(document.documentElement).getPropertyValue('--ease-out');
  for (const { element, distance } of glides)
    element.animate({ transform: [`translateY(${distance}px)`, 'none'] }, { duration: CLOSE_UP, easing });
}

/** The rows and headings. */
function partsOf(lists: ParentNode): HTMLElement[] {
  return [...lists.querySelectorAll<HTMLElement>('[data-block]')];
}

interface Glide {
  readonly element: HTMLElement;
  /** The distance in px from its old place to its new one. */
  readonly distance: number;
}

/**
 * Each animation is a layer of its own to draw. If most of a list moves, the list is animated, and its
 * resting parts the other way, which looks the same.
 */
function glidesOf(list: HTMLElement, places: ReadonlyMap<HTMLElement, number>): Glide[] {
  const parts = partsOf(list).flatMap((element): Glide[] => {
    const before = places.get(element);
    const after = element.getBoundingClientRect();
    // Includes parts just out of sight, which may move into it.
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
