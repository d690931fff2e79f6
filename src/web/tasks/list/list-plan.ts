import type { CalendarDay } from '#src/domain/time/calendar-day.ts';

/**
 * A run of tasks under one heading: a day, a section of a collection, or a group. Each heading occurs once in
 * a list.
 */
export interface Section {
  readonly day: CalendarDay | null;
  /** A section keeps its heading even without tasks. */
  readonly sectionId?: string | null;
  /** The heading of any other group. */
  readonly group?: string;
  /** True for a group that keeps its heading without tasks. */
  readonly isKept?: boolean;
  readonly ids: readonly string[];
  /** The level of each sub-task, from 1, in a list that shows sub-tasks. */
  readonly levels?: ReadonlyMap<string, number> | undefined;
}

/** Consecutive rows of one section. */
export interface Block {
  readonly section: Section;
  /** Unique in the list, and stable while tasks come and go. */
  readonly key: string;
  /** The first row's index in `section.ids`; `to` is the index after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * The number of rows that enter the document together. Each change sums up the heights of all blocks, so
 * smaller blocks cost more.
 */
export const ROWS_PER_BLOCK = 10;

/**
 * Plans of unchanged sections: a change of one day in a long list must not cost as much as the whole list.
 */
const known = new WeakMap<readonly string[], readonly Block[]>();

/** Unique among the sections of a list. */
export function keyOf({ day, sectionId, group }: Section): string {
  return day ?? sectionId ?? group ?? '';
}

/** True if a list shows the section even without tasks. */
export function isKept({ sectionId, isKept: is }: Section): boolean {
  return Boolean(sectionId) || is === true;
}

/** The blocks of all sections, in order. Unchanged sections keep the same block objects. */
export function planList(sections: readonly Section[]): readonly Block[] {
  const plan: Block[] = [];
  for (const section of sections) for (const block of blocksOf(section)) plan.push(block);
  return plan;
}

function blocksOf(section: Section): readonly Block[] {
  const { ids, levels } = section;
  const key = keyOf(section);
  const before = known.get(ids);
  const was = before?.[0]?.section;
  if (before && was && keyOf(was) === key && was.levels === levels) return before;
  const blocks: Block[] = [];
  for (let from = 0; from < ids.length || (from === 0 && isKept(section)); from += ROWS_PER_BLOCK) {
    const to = Math.min(from + ROWS_PER_BLOCK, ids.length);
    blocks.push({ section, key: `${key} ${blocks.length}`, from, to });
  }
  known.set(ids, blocks);
  return blocks;
}
