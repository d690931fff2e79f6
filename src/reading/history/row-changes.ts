import { idSetOf, idsIn } from '#src/domain/id-set.ts';
import { columnsOf, declarationOf, type AnyRow, type Rows, type TableName } from '#src/tables/tables.ts';
import { isErased, withoutDefaults, type FindRow } from '#src/tables/kit/row.ts';
import { settableIn } from '#src/tables/settable-values.ts';
import { SERIES } from '#src/tables/task/advanced.ts';
import { completeForGood, reopenNow } from '#src/tables/task/complete-now.ts';
import { placedTask } from '#src/tables/task/task.ts';
import type { Operation } from '#src/tables/operations.ts';

/**
 * One operation that a row needs, and the columns that it would write over, with the server's values. Null for a row
 * that the server lacks.
 */
export interface RowChange {
  readonly operation: Operation;
  readonly over: Readonly<Partial<AnyRow>> | null;
}

/**
 * The operations that add the row again to a server that lacks it. `find` finds the related rows. `isLast`: the
 * collection comes after all collections of the server, as an added one does.
 */
export function additionsOf(
  table: TableName,
  row: AnyRow,
  find: FindRow,
  isLast: boolean,
): readonly RowChange[] {
  // An erased row has no content to add, and an empty setting has no chosen value.
  if (isErased(table, row) || (table === 'setting' && row['value'] === '')) return [];
  return [...additionOf(table, row, find, isLast), ...endingsOf(table, row, find)].map((operation) => ({
    operation,
    over: null,
  }));
}

/** The newest time in a row, ms since 1970 UTC. */
export function lastTimeOf(row: AnyRow): number {
  const times = [row['createdAt'], row['updatedAt'], row['completedAt'], row.deletedAt];
  return Math.max(0, ...times.map((time) => Number(time ?? 0)));
}

/** The operations that turn `theirs` into `mine`, for the columns in `differing`. */
export function changesOf(
  table: TableName,
  mine: AnyRow,
  theirs: AnyRow,
  differing: ReadonlySet<string>,
  find: FindRow,
): readonly RowChange[] {
  const { id } = mine;
  const at = lastTimeOf(mine);
  const changes: RowChange[] = [];
  const add = (operation: Operation, ...columns: readonly string[]) =>
    changes.push({ operation, over: someOf(theirs, columns) });
  const isAdvanced = table === 'task' && differing.has('cycleAt');
  const ofAdvance: readonly string[] = isAdvanced ? SERIES.filter((name) => differing.has(name)) : [];
  const isTop = mine['parentId'] === null;
  const isEdited = (name: string) => {
    if (ofAdvance.includes(name)) return false;
    // A sub-task has the collection of its topmost parent, not the one in its own column. Leaving its parent, it keeps
    // that collection unless another one is named.
    if (name === 'collectionId' && table === 'task')
      return isTop && (differing.has(name) || differing.has('parentId'));
    return differing.has(name);
  };
  const edited = columnsOf(table)
    .filter(([name, { isSettable }]) => isSettable && isEdited(name))
    .map(([name]) => name);
  if (isAdvanced) {
    const turned = someOf(mine, ofAdvance);
    add(
      { name: 'task.turn', args: { id, occurrenceId: null, changes: turned, at } } as Operation,
      ...ofAdvance,
    );
  }
  if (table === 'setting') {
    if (differing.has('value'))
      add({ name: 'setting.set', args: { id, value: String(mine['value']), at } }, 'value');
    return changes;
  }
  if (edited.length > 0 && !declarationOf(table).isFixed)
    add({ name: `${table}.edit`, args: { id, changes: someOf(mine, edited), at } } as Operation, ...edited);
  if (table === 'proposal' && (differing.has('accepted') || differing.has('declined')))
    add(decisionOf(mine as Rows['proposal'], theirs as Rows['proposal']), 'accepted', 'declined');
  if (table === 'task') {
    const [task, other] = [mine as Rows['task'], theirs as Rows['task']];
    if (differing.has('labels')) {
      const [ours, others] = [idsIn(task.labels), idsIn(other.labels)];
      const labels = { add: without(ours, others), remove: without(others, ours) };
      add({ name: 'task.label', args: { id, ...labels, at } }, 'labels');
    }
    // A move keeps the completion that the task has on the server just then. That may be another one than it had here.
    const isMovedDone =
      edited.includes('parentId') && (task.completedAt !== null || other.completedAt !== null);
    if (differing.has('completedAt') || differing.has('doneIn') || isMovedDone)
      add(completionOf(task, find), 'completedAt', 'doneIn');
  }
  return changes;
}

/**
 * The operations that bring back a row that the server has deleted, or delete a row that it has not. A row that was
 * purged here is purged there.
 */
export function deletionOf(table: TableName, mine: AnyRow, theirs: AnyRow): readonly RowChange[] {
  const operations =
    mine.deletedAt === null
      ? restorationOf(table, mine)
      : deletionsOf(table, mine, theirs.deletedAt !== null);
  return operations.map((operation) => ({ operation, over: someOf(theirs, ['deletedAt']) }));
}

function additionOf(table: TableName, row: AnyRow, find: FindRow, isLast: boolean): Operation[] {
  const { id } = row;
  const at = Number(row['createdAt'] ?? row['updatedAt'] ?? 0);
  const values = withoutDefaults(table, settableIn(table, row as never) as object) as Record<string, unknown>;
  const parent = values['parentId'];
  // A parent that the device does not find counts as none.
  if (typeof parent === 'string' && !find(table, parent)) delete values['parentId'];
  if (table === 'setting') return [{ name: 'setting.set', args: { id, value: String(row['value']), at } }];
  if (table === 'collection') {
    const { position, ...chosen } = values;
    const edit = { name: 'collection.edit', args: { id, changes: { position }, at } } as Operation;
    const added = { name: 'collection.add', args: { id, ...chosen, at } } as unknown as Operation;
    return isLast && position === at && parent === null ? [added] : [added, edit];
  }
  const { owner } = declarationOf(table);
  const more = someOf(row, [...(owner ? [owner.column] : []), 'labels', 'seriesId']);
  return [
    {
      name: `${table}.add`,
      args: { id, ...values, ...withoutDefaults(table, more), at },
    } as unknown as Operation,
  ];
}

/** The decisions, the completion and the deletion of a row after its addition. */
function endingsOf(table: TableName, row: AnyRow, find: FindRow): Operation[] {
  const isDone = table === 'task' && placedTask(row as Rows['task'], find).completedAt !== null;
  const { accepted = '', declined = '' } = row;
  return [
    ...(table === 'proposal' && `${accepted}${declined}` !== ''
      ? [decisionOf(row as Rows['proposal'], { accepted: '', declined: '' })]
      : []),
    ...(isDone ? [completionOf(row as Rows['task'], find)] : []),
    ...(row.deletedAt === null ? [] : deletionsOf(table, row, false)),
  ];
}

function decisionOf(
  { id, createdAt: at, accepted, declined }: Rows['proposal'],
  theirs: Pick<Rows['proposal'], 'accepted' | 'declined'>,
): Operation {
  const reopen = idSetOf([theirs.accepted, theirs.declined, accepted].flatMap((set) => idsIn(set)));
  return { name: 'proposal.decide', args: { id, accept: accepted, decline: declined, reopen, at } };
}

function completionOf(task: Rows['task'], find: FindRow): Operation {
  const { completedAt } = placedTask(task, find);
  const tasks = { task: (id: string) => find('task', id) as Rows['task'] | undefined };
  return completedAt === null
    ? { name: 'task.reopen', args: reopenNow(task, task.collectionId, task.updatedAt, tasks) }
    : completeForGood(task, completedAt, tasks);
}

function restorationOf(table: TableName, row: AnyRow): Operation[] {
  const { id } = row;
  const at = lastTimeOf(row);
  if (table === 'setting') return [];
  if (table === 'dismissal') return additionOf(table, row, () => undefined, true);
  if (table === 'task')
    return [{ name: 'task.restore', args: { id, collectionId: String(row['collectionId']), at } }];
  return [{ name: `${table}.restore`, args: { id, at } }];
}

function deletionsOf(table: TableName, row: AnyRow, isDeleted: boolean): Operation[] {
  const { id } = row;
  const at = row.deletedAt ?? 0;
  if (table === 'setting') return [];
  const deletion: Operation =
    table === 'dismissal'
      ? { name: 'dismissal.remove', args: { id, at } }
      : { name: `${table}.delete`, args: { id, at } };
  const isForGood = (table === 'task' || table === 'collection') && isErased(table, row);
  return [
    ...(isDeleted ? [] : [deletion]),
    ...(isForGood ? [{ name: `${table}.purge`, args: { id, at } } as const] : []),
  ];
}

function without(ids: readonly string[], others: readonly string[]): string {
  return ids.filter((id) => !others.includes(id)).join(' ');
}

function someOf(row: AnyRow, names: readonly string[]): Partial<AnyRow> {
  return Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name] ?? null]));
}
