import { useState } from 'react';
import { leavingTasks } from '#src/web/focus/row-motion.ts';
import { useStore } from '#src/web/platform/store.ts';
import { keyOf, type Section } from './list-plan.ts';

/** The visible list: its tasks, and those that have left it and still fade. */
export interface ShownList {
  readonly sections: readonly Section[];
  readonly leaving: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Follows the tasks whose rows are leaving. While nothing else changes, the sections stay the same objects.
 */
export function useShownList(sections: readonly Section[]): ShownList {
  const fading = useStore(leavingTasks);
  const [last, setLast] = useState({ sections, fading, shown: { sections, leaving: NONE } });
  if (last.sections === sections && last.fading === fading) return last.shown;
  const shown = withLeaving(last.shown.sections, sections, fading);
  setLast({ sections, fading, shown });
  return shown;
}

/**
 * `next`, with the `fading` rows that it has lost put back in their former places. Unchanged sections stay
 * the same objects.
 */
export function withLeaving(
  before: readonly Section[],
  next: readonly Section[],
  fading: ReadonlySet<string>,
): ShownList {
  const lost = [...fading].filter((id) => holderOf(before, id) && !holderOf(next, id));
  if (lost.length === 0) return { sections: next, leaving: NONE };
  const leaving = new Set(lost);
  const keys = insertLost(before.map(keyOf), next.map(keyOf), (key) =>
    before.some((section) => keyOf(section) === key && section.ids.some((id) => leaving.has(id))),
  );
  const sections = keys.flatMap((key): Section[] => {
    const old = before.find((section) => keyOf(section) === key);
    const now = next.find((section) => keyOf(section) === key) ?? (old && { ...old, ids: [] });
    if (!now) return [];
    const ids = insertLost(old?.ids ?? [], now.ids, (id) => leaving.has(id));
    if (old && isSame(ids, old.ids) && old.levels === now.levels) return [old];
    if (isSame(ids, now.ids)) return [now];
    if (!now.levels) return [{ ...now, ids }];
    // A leaving row keeps its level.
    return [{ ...now, ids, levels: new Map([...(old?.levels ?? []), ...now.levels]) }];
  });
  return { sections: isSame(sections, before) ? before : sections, leaving };
}

function holderOf(sections: readonly Section[], id: string): Section | undefined {
  return sections.find(({ ids }) => ids.includes(id));
}

/**
 * `next`, and the items of `before` that it lost and `isKept` accepts: each before its former successor, or
 * at the end.
 */
function insertLost<T>(before: readonly T[], next: readonly T[], isKept: (item: T) => boolean): T[] {
  const items = [...next];
  // Backwards, so that the successor is already back.
  for (let i = before.length - 1; i >= 0; i--) {
    const item = before[i] as T;
    if (!isKept(item) || next.includes(item)) continue;
    const follower = i + 1 < before.length ? items.indexOf(before[i + 1] as T) : items.length;
    items.splice(follower < 0 ? Math.min(i, items.length) : follower, 0, item);
  }
  return items;
}

function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
