import type { CalendarDay } from '#src/domain/calendar-day.ts';

/** A run of tasks; with a day, that is its heading. */
export interface Section {
  readonly day: CalendarDay | null;
  readonly ids: readonly string[];
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
 * Rows that come into the document together. The virtualiser is given blocks rather than rows, since what it does at
 * each change costs as much as it has items.
 */
export const ROWS_PER_BLOCK = 10;

/** Of lists that did not change: a change of one day in a long list should not cost as much as the list is long. */
const known = new WeakMap<readonly string[], readonly Block[]>();

/** The blocks of all sections, in order. Those of an unchanged list are the same objects as before. */
export function planList(sections: readonly Section[]): readonly Block[] {
  const plan: Block[] = [];
  for (const section of sections) for (const block of blocksOf(section)) plan.push(block);
  return plan;
}

function blocksOf({ day, ids }: Section): readonly Block[] {
  const before = known.get(ids);
  if (before?.[0]?.section.day === day) return before;
  const section = { day, ids };
  const blocks: Block[] = [];
  for (let from = 0; from < ids.length; from += ROWS_PER_BLOCK) {
    const to = Math.min(from + ROWS_PER_BLOCK, ids.length);
    blocks.push({ section, key: `${day ?? ''} ${blocks.length}`, from, to });
  }
  known.set(ids, blocks);
  return blocks;
}
