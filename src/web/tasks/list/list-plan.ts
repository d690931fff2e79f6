import type { CalendarDay } from '#src/domain/calendar-day.ts';

/** A run of tasks; with a day, a section of a collection, or what else its tasks have in common, that is its heading. No two of a list have the same. */
export interface Section {
  readonly day: CalendarDay | null;
  /** It has its heading even if it holds no task. */
  readonly sectionId?: string | null;
  /** What its tasks have in common, where that is neither. */
  readonly group?: string;
  /** It too has its heading even if it holds no task. */
  readonly isKept?: boolean;
  readonly ids: readonly string[];
  /** How deep those below its tasks stand, from 1, in a list that shows them. */
  readonly levels?: ReadonlyMap<string, number> | undefined;
}

/** Some rows of one section. */
export interface Block {
  readonly section: Section;
  /** Tells it from the other blocks of the list, and stays while tasks come and go. */
  readonly key: string;
  /** Its rows: `section.ids` from here, up to but not including `to`. */
  readonly from: number;
  readonly to: number;
}

/**
 * Rows that come into the document together: where blocks begin is counted at each change, which costs as much as there
 * are of them.
 */
export const ROWS_PER_BLOCK = 10;

/** The plans of lists that did not change are kept: a change of one day in a long list should not cost as much as the list is long. */
const known = new WeakMap<readonly string[], readonly Block[]>();

/** Tells a section from the others of its list. */
export function keyOf({ day, sectionId, group }: Section): string {
  return day ?? sectionId ?? group ?? '';
}

/** Whether a list shows it even if it holds no task. */
export function isKept({ sectionId, isKept: is }: Section): boolean {
  return Boolean(sectionId) || is === true;
}

/** The blocks of all sections, in order. Those of an unchanged list are the same objects as before. */
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
