import type { Replica } from '#src/sync/client/replica.ts';
import type { Drop, Gap, Moved } from '#src/web/tasks/drag/drop-spot.ts';
import { keyOf } from '#src/web/tasks/list/list-plan.ts';
import { isManual, type BoardOf } from './column-moves.ts';

/** Where in a column what is dragged comes to stand: beside the rows that stay, where the order is manual, else wherever that says. */
export function spotInColumn(
  tasks: Pick<Replica, 'get'>,
  board: BoardOf,
  { section, index }: Gap,
  { ids, rows }: Moved,
): Drop {
  const column = keyOf(section);
  const nowhere = { parentId: null, sectionId: null, day: null, after: null, before: null, level: 0, column };
  if (!isManual(board)) return nowhere;
  const timeOf = (id: string) => {
    if (board.list.startsWith('in:')) return '';
    const { date = null, time = null } = tasks.get('task', id) ?? {};
    return `${board.by === 'day' ? column : (date ?? '')} ${time ?? '~'}`;
  };
  const time = timeOf(ids[0] ?? '');
  // The day and the time go before what the user's hand does.
  const beside = (id: string | undefined) => (id !== undefined && timeOf(id) === time ? id : null);
  const isStaying = (id: string) => !rows.has(id);
  const after = beside(section.ids.slice(0, index).findLast(isStaying));
  const before = beside(section.ids.slice(index).find(isStaying));
  return { ...nowhere, after, before };
}

/** The index among the column's tasks before which that is. */
export function indexOfDrop(ids: readonly string[], { after, before }: Drop): number {
  if (before !== null) return ids.indexOf(before);
  return after === null ? ids.length : ids.indexOf(after) + 1;
}
