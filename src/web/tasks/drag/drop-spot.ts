import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { declarationOf } from '#src/domain/schema/index.ts';
import type { TimeOfDay } from '#src/domain/time-of-day.ts';
import type { Section } from '#src/web/tasks/list/list-plan.ts';
import type { Spot } from '#src/web/tasks/manual-order.ts';

// Where tasks that are dragged can be dropped. What cannot be is no spot: nothing is offered there.

/** The gap before a row of a section, by its index there; after the last one that is their number. */
export interface Gap {
  readonly section: Section;
  readonly index: number;
}

/** What is dragged. */
export interface Moved {
  /** Those that the user moves, in their order: none stands below another one. */
  readonly ids: readonly string[];
  /** Their rows, and those of what is shown below them. */
  readonly rows: ReadonlySet<string>;
  /** How many levels there are below them, at most. */
  readonly height: number;
}

/** A spot, and how deep a row stands there. */
export interface Drop extends Spot {
  readonly level: number;
  /** The key of its column, on a board. */
  readonly column?: string;
}

/** What it takes to know of a task of a list by days. */
export type Timed = (id: string) => { readonly date: CalendarDay | null; readonly time: TimeOfDay | null };

const LEVELS = declarationOf('task').tree?.levels ?? 0;

/** What is dragged with these tasks of a list, but for how high it is: what stands below another one of them comes with that. */
export function movedIn(sections: readonly Section[], tasks: ReadonlySet<string>): Omit<Moved, 'height'> {
  const ids: string[] = [];
  const rows = new Set<string>();
  for (const { ids: shown, levels } of sections) {
    let top = -1;
    for (const id of shown) {
      const level = levels?.get(id) ?? 0;
      if (level <= top) top = -1;
      if (top < 0 && tasks.has(id)) {
        top = level;
        // On a board it may stand in several columns.
        if (!rows.has(id)) ids.push(id);
      }
      if (top >= 0) rows.add(id);
    }
  }
  return { ids, rows };
}

/** How many levels there are below a task, shown or not. */
export function heightOf(id: string, childrenOf: (id: string) => readonly string[]): number {
  return childrenOf(id).reduce((height, child) => Math.max(height, 1 + heightOf(child, childrenOf)), 0);
}

/**
 * The spot in a list that shows what is below its tasks, as deep as `wanted` or as near to it as the gap allows. `root`: below which task
 * all its rows stand, where it shows no more than that. Null where what is dragged would be too deep.
 */
export function spotInTree(gap: Gap, moved: Moved, wanted: number, root: string | null = null): Drop | null {
  const { ids, levels } = gap.section;
  const levelOf = (index: number) => levels?.get(ids[index] ?? '') ?? 0;
  const [above, below] = aroundGap(gap, moved);
  const least = below < ids.length ? levelOf(below) : 0;
  const deepest = levels && root === null ? Math.min(levelOf(above) + 1, LEVELS - moved.height) : 0;
  const most = above < 0 ? 0 : deepest;
  if (most < least) return null;
  const level = Math.min(Math.max(wanted, least), most);
  let parentId = root;
  let after: string | null = null;
  for (let index = above; index >= 0; index--) {
    const id = ids[index] ?? '';
    if (moved.rows.has(id) || levelOf(index) > level) continue;
    if (levelOf(index) < level) parentId = id;
    else if (after === null) after = id;
    if (level === 0 || levelOf(index) < level) break;
  }
  return {
    parentId,
    sectionId: gap.section.sectionId ?? null,
    day: null,
    after,
    before: below < ids.length && least === level ? (ids[below] ?? null) : null,
    level,
  };
}

/** The spot in a list in the order of days and times, which go before what the user's hand does. Null where that is against them. */
export function spotInDay(gap: Gap, moved: Moved, timed: Timed): Drop | null {
  const { day, ids } = gap.section;
  const keyOf = (id: string) => {
    const { date, time } = timed(id);
    return `${day ?? date ?? '~'} ${time ?? '~'}`;
  };
  const [above, below] = aroundGap(gap, moved).map((index) => ids[index] ?? null);
  const key = keyOf(moved.ids[0] ?? '');
  if (moved.ids.some((id) => keyOf(id) !== key)) return null;
  if ((above && keyOf(above) > key) || (below && keyOf(below) < key)) return null;
  const ifOfKey = (id: string | null | undefined) => (id && keyOf(id) === key ? id : null);
  return {
    parentId: null,
    sectionId: null,
    day: day ?? timed(moved.ids[0] ?? '').date,
    after: ifOfKey(above),
    before: ifOfKey(below),
    level: 0,
  };
}

export function isSameSpot(a: Drop, b: Drop): boolean {
  return (
    a.column === b.column &&
    a.parentId === b.parentId &&
    a.sectionId === b.sectionId &&
    a.day === b.day &&
    a.after === b.after &&
    a.before === b.before
  );
}

/** The rows beside a gap that stay where they are, by index: -1 and the number of all where there are none. */
function aroundGap({ section: { ids }, index }: Gap, { rows }: Moved): [above: number, below: number] {
  let [above, below] = [index - 1, index];
  while (above >= 0 && rows.has(ids[above] ?? '')) above--;
  while (below < ids.length && rows.has(ids[below] ?? '')) below++;
  return [above, below];
}
