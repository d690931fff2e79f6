import { MutationRejected } from '#src/domain/errors.ts';
import type { Value } from './column.ts';
import { declarationOf, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { isThere, ownershipsBy, ownershipsOf } from './row.ts';
import { goneFrom, requireLive, takenCode, type NamedTable, type RestoredTable } from './named.ts';
import { requireRoom } from './room.ts';
import { readsToPlace, requirePlaceBelow } from './tree.ts';
import type { ColumnName, Read, Tx } from './tx.ts';

/** Any columns of a row. */
export type GivenColumns = Readonly<Record<string, Value | undefined>>;

/** True for a table whose rows are there without their owner. */
function standsAlone(table: TableName): boolean {
  const { owner } = declarationOf(table);
  return !owner || owner.countsAlone === true;
}

/** The row; undefined when it is unknown or deleted, or not there without its owner. */
export function presentRow(rows: Pick<Tx, 'get'>, table: TableName, id: string): AnyRow | undefined {
  const row: AnyRow | undefined = rows.get(table, id);
  const isPresent = standsAlone(table)
    ? row?.deletedAt === null
    : row && isThere(table, row, (of, ownerId) => rows.get(of, ownerId));
  return isPresent ? row : undefined;
}

/** Everything that `presentRow` reads. */
export function readsOfPresent(table: TableName, id: string): readonly Read[] {
  return [{ table, id }, ...(standsAlone(table) ? [] : [{ table, above: id }])];
}

/** Everything that `requireOwner` reads for a new row. */
export function readsOfOwner(table: TableName, values: GivenColumns): readonly Read[] {
  const owner = ownerIn(table, values);
  if (!owner) return [];
  const isOwned = ownershipsOf(owner.table).length > 0;
  return [
    { table: owner.table, id: owner.id },
    ...(isOwned ? [{ table: owner.table, above: owner.id }] : []),
  ];
}

/** Rejects with the owner's code unless the owner of the row is there. */
export function requireOwner(tx: Tx, table: TableName, values: GivenColumns): void {
  const owner = ownerIn(table, values);
  if (owner) requireLive(tx, owner.table, owner.id);
}

function ownerIn(table: TableName, values: GivenColumns) {
  const { owner, columns } = declarationOf(table);
  const id = values[owner?.column ?? ''];
  if (typeof id !== 'string') return null;
  return { table: columns[owner?.column ?? '']?.references as RestoredTable | 'task', id };
}

/** Everything that `requireUnique` reads. */
export function readsOfUnique(table: TableName, values: GivenColumns): readonly Read[] {
  const { column = '' } = declarationOf(table).unique ?? {};
  const value = values[column];
  return value === undefined ? [] : [{ table, column, value }];
}

/** Everything that `requireUnique` reads for a restored row. */
export function readsOfUniqueAgain(table: TableName, id: string): readonly Read[] {
  const { unique } = declarationOf(table);
  return unique ? [{ table, column: unique.column, likeId: id }] : [];
}

/** Rejects with the table's code when another row has the unique value of this one. */
export function requireUnique(tx: Tx, table: TableName, row: GivenColumns): void {
  const { unique } = declarationOf(table);
  if (!unique) return;
  const { column, within } = unique;
  const same: readonly AnyRow[] = tx.having(table, column as ColumnName<TableName>, row[column] ?? null);
  const isTaken = same.some(
    (each) => each.id !== row['id'] && (within === undefined || each[within] === row[within]),
  );
  if (isTaken) throw new MutationRejected(takenCode(table as NamedTable));
}

/** Everything that `requirePlace` reads. */
export function readsOfPlace(table: TableName, id: string, values: GivenColumns): readonly Read[] {
  const aboveId = values[declarationOf(table).tree?.column ?? ''];
  return typeof aboveId === 'string' ? readsToPlace(table, id, aboveId) : [];
}

/** Rejects a place in the table's tree that the row cannot have. The row above may be deleted, since it may come back. */
export function requirePlace(tx: Tx, table: RestoredTable, id: string, values: GivenColumns): void {
  const aboveId = values[declarationOf(table).tree?.column ?? ''];
  if (typeof aboveId !== 'string') return;
  // Below an unknown row, a circle would stay unnoticed.
  if (!tx.get(table, aboveId)) throw goneFrom(table);
  requirePlaceBelow(tx, table, id, aboveId);
}

/** The counts of rows that belong to the row of this id. */
export function readsOfOwned(table: TableName, id: string): readonly Read[] {
  return ownershipsBy(table).map((owned) => ({ table: owned.table, ownedBy: id }));
}

/** Rejects with the code of the table that has no room: for the row, or for the rows that come with it. */
export function requireRoomWithOwned(tx: Tx, table: TableName, id: string): void {
  requireRoom(tx, table, 1);
  for (const owned of ownershipsBy(table)) requireRoom(tx, owned.table, tx.ownedBy(owned.table, id));
}
