import type { Replica } from '#src/sync/client/replica.ts';
import type { Drop, Gap, Moved } from '#src/web/tasks/drag/drop-spot.ts';
import { keyOf } from '#src/web/tasks/list/list-plan.ts';
import { isManual, type BoardOf } from './column-moves.ts';

/** The spot in a column for the dragged cards: in manual order beside the cards that stay, else the column alone, since the sorting decides. */
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
  // The day and the time come before the manual order.
  const beside = (id: string | undefined) => (id !== undefined && timeOf(id) === time ? id : null);
  const isStaying = (id: string) => !rows.has(id);
  const after = beside(section.ids.slice(0, index).findLast(isStaying));
  const before = beside(section.ids.slice(index).find(isStaying));
  return { ...nowhere, after, before };
}

/** The index of a drop among the tasks of its column. */
export function indexOfDrop(ids: readonly string[], { after, before }: Drop): number {
  if (before !== null) return ids.indexOf(before);
  return after === null ? ids.length : ids.indexOf(after) + 1;
}
