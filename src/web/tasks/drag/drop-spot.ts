import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { declarationOf } from '#src/tables/tables.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Section } from '#src/web/tasks/list/list-plan.ts';
import type { Spot } from '#src/web/tasks/manual-order.ts';

// The spots for dropping dragged tasks. A forbidden place has no spot, so the screen does not offer it.

/** The gap before the row at `index` of a section, or after the last row. */
export interface Gap {
  readonly section: Section;
  readonly index: number;
}

/** The dragged tasks. */
export interface Moved {
  /** The tasks that the user moves, in their order. None is a descendant of another. */
  readonly ids: readonly string[];
  /** Their rows, and those of their visible descendants. */
  readonly rows: ReadonlySet<string>;
  /** The number of levels below them. */
  readonly height: number;
}

/** A spot, and the level of a row there. */
export interface Drop extends Spot {
  readonly level: number;
  /** The key of the column, on a board. */
  readonly column?: string;
}

/** The day and time of a task, for lists by days. */
export type Timed = (id: string) => { readonly date: CalendarDay | null; readonly time: TimeOfDay | null };

const LEVELS = declarationOf('task').tree?.levels ?? 0;

/**
 * The part of a drag that a list decides: dragged tasks and their rows. Tasks below another dragged task come
 * along with it.
 */
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
        // On a board the same task may be in several columns.
        if (!rows.has(id)) ids.push(id);
      }
      if (top >= 0) rows.add(id);
    }
  }
  return { ids, rows };
}

/** The number of levels below a task, shown or not. */
export function heightOf(id: string, childrenOf: (id: string) => readonly string[]): number {
  return childrenOf(id).reduce((height, child) => Math.max(height, 1 + heightOf(child, childrenOf)), 0);
}

/**
 * The spot in a list with sub-tasks, at the depth `wanted` or the nearest that the gap allows. `root`: the
 * common parent of all rows, in a flat list of sub-tasks. Null if the dragged tasks would be too deep.
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

/**
 * The spot in a list sorted by day and time; the user orders tasks of the same day and time. Null if the drop
 * would break that order.
 */
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

/**
 * The indexes of the rows beside a gap that are not dragged: -1 above the first row, the number of rows after
 * the last.
 */
function aroundGap({ section: { ids }, index }: Gap, { rows }: Moved): [above: number, below: number] {
  let [above, below] = [index - 1, index];
  while (above >= 0 && rows.has(ids[above] ?? '')) above--;
  while (below < ids.length && rows.has(ids[below] ?? '')) below++;
  return [above, below];
}
