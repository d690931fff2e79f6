import type { RowHistory } from '#src/reading/history/history.ts';
import { deletionOf } from '#src/reading/history/row-changes.ts';
import { formerOf } from '#src/reading/history/take-back.ts';
import type { Value } from '#src/tables/kit/column.ts';
import { isErased, isThere, ownerOf, withDefaults, type FindRow } from '#src/tables/kit/row.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { AnyRow, TableName } from '#src/tables/tables.ts';
import type { ProposalItem } from './items.ts';

/**
 * The reason why an item cannot be accepted (rule M3). `unknown`: a newer app has its operation. `gone`: a row that it
 * changes. `changed`: a column that it changes has another value by now. `waits`: the owner of a row that it adds is not
 * there, since another item adds it.
 */
export type Obstacle = 'unknown' | 'gone' | 'changed' | 'waits';

export function obstacleTo(item: ProposalItem, find: FindRow): Obstacle | null {
  if (!item.operation) return 'unknown';
  for (const change of item.rows) {
    const obstacle = (formerOf(change) === null ? obstacleToAdd : obstacleToChange)(change, item, find);
    if (obstacle) return obstacle;
  }
  return null;
}

function obstacleToAdd(
  { table, id, after }: RowHistory,
  { rows, isUsed }: ProposalItem,
  find: FindRow,
): Obstacle | null {
  const now = keptOf(find(table, id), table);
  // The row of an item that was accepted before may be back by the hand of the user.
  if (now && isThere(table, now, find)) return isUsed ? null : 'changed';
  const owner = ownerOf(table, now ? { ...now, deletedAt: null } : withDefaults(table, { ...after, id }));
  const above = owner && find(owner.table, owner.id);
  const isOwned = !owner || rows.some((row) => row.id === owner.id);
  return isOwned || (above && isThere(owner.table, above, find)) ? null : 'waits';
}

function obstacleToChange(change: RowHistory, { operation }: ProposalItem, find: FindRow): Obstacle | null {
  const { table, id } = change;
  const now = find(table, id);
  const before = formerOf(change) ?? {};
  if (!now) return table === 'setting' && before['value'] === '' ? null : 'gone';
  // A restored row is not there before.
  const isBack = before['deletedAt'] !== undefined && before['deletedAt'] !== null;
  if (isErased(table, now) || (!isBack && !isThere(table, now, find))) return 'gone';
  const isLeft = (name: string) => {
    const [was, is] = [before[name] ?? null, now[name] ?? null];
    // An earlier item of the proposal sets this instant, and was accepted at another one.
    return was === is || (was === operation?.args.at && is !== null);
  };
  return Object.keys(before).every(isLeft) ? null : 'changed';
}

/**
 * The operations that accept an item at `at`, ms since 1970 UTC. A row that it added before, and that was deleted since,
 * is restored: its id is taken. None when that row is there.
 */
export function acceptanceOf({ operation }: ProposalItem, find: FindRow, at: number): readonly Operation[] {
  if (!operation) return [];
  const [table, what] = operation.name.split('.') as [TableName, string];
  const row = what === 'add' ? keptOf(find(table, operation.args.id), table) : undefined;
  const operations = !row
    ? [operation]
    : isThere(table, row, find)
      ? []
      : deletionOf(table, { ...row, deletedAt: null }, row).map((change) => change.operation);
  return operations.map((each) => ({ ...each, args: { ...each.args, at } }) as Operation);
}

/** The row, deleted or not; undefined when nothing of it is left to restore. */
function keptOf(row: AnyRow | undefined, table: TableName): AnyRow | undefined {
  return row && !isErased(table, row) ? row : undefined;
}

/**
 * The changes of rows that an accepted item has made: those that it proposed, with the instant of its acceptance in
 * place of the proposed one. A row that the item added has that instant; without one, the columns that have it do, unless
 * the row was changed since.
 */
export function changesMadeBy({ operation, rows }: ProposalItem, find: FindRow): readonly RowHistory[] {
  const proposedAt = operation?.args.at;
  if (proposedAt === undefined) return rows;
  const acceptedAt = acceptedAtOf(rows, proposedAt, find);
  return rows.map((row) => ({
    ...row,
    after: Object.fromEntries(
      Object.entries(row.after).map(([name, value]) => [name, value === proposedAt ? acceptedAt : value]),
    ),
  }));
}

function acceptedAtOf(rows: readonly RowHistory[], proposedAt: number, find: FindRow): Value {
  for (const { table, id, before } of rows) {
    const createdAt = before === null ? find(table, id)?.['createdAt'] : undefined;
    if (typeof createdAt === 'number') return createdAt;
  }
  for (const { table, id, after } of rows) {
    const now = find(table, id);
    const set = Object.keys(after).filter((name) => after[name] === proposedAt);
    const isLeft = Object.keys(after).every((name) => set.includes(name) || now?.[name] === after[name]);
    const at = isLeft ? now?.[set[0] ?? ''] : undefined;
    if (typeof at === 'number') return at;
  }
  return proposedAt;
}
