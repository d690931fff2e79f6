import type { RowHistory } from '#src/reading/history/history.ts';
import { formerOf, takeBack, type Kept } from '#src/reading/history/take-back.ts';
import type { FindRow } from '#src/tables/kit/row.ts';

/** `open`: something can be taken back. `back`: all is as before the change. Otherwise the reason why nothing can. */
export type Standing = 'open' | 'back' | Kept['why'];

/** The standing of changes of the history among the rows as they are. */
export function standingOf(rows: readonly RowHistory[], find: FindRow): Standing {
  const { operations, kept } = takeBack(rows, find, 0);
  if (operations.length > 0) return 'open';
  if (rows.every((row) => isAsBefore(row, find))) return 'back';
  return kept[0]?.why ?? 'back';
}

function isAsBefore(change: RowHistory, find: FindRow): boolean {
  const { table, id, after } = change;
  const [now, before] = [find(table, id), formerOf(change)];
  if (!now) return false;
  if (before === null) return now.deletedAt !== null;
  return Object.keys(after).every((name) => !(name in before) || now[name] === before[name]);
}

/** The words for a change that cannot be taken back. */
export const STANDING_TEXTS: Readonly<Record<Exclude<Standing, 'open'>, string>> = {
  back: 'Taken back',
  changed: 'Changed again since',
  gone: 'Deleted for good',
  home: 'Its collection is deleted',
};
