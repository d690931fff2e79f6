import { MutationRejected } from '#src/domain/errors.ts';
import { declarationOf, type TableName } from '#src/tables/tables.ts';
import { ancestorsOf } from './row.ts';
import type { Read, Tx } from './tx.ts';

/** Everything that `requirePlaceBelow` reads. */
export function readsToPlace(table: TableName, id: string, aboveId: string): readonly Read[] {
  return [
    { table, id: aboveId },
    { table, above: aboveId },
    { table, ownedBy: aboveId },
    { table, levelsBelow: id },
  ];
}

/**
 * Rejects a move of the row `id`, with all rows below it, to below the row `aboveId` when the table's tree cannot have
 * it: CIRCLE, TOO_DEEP.
 */
export function requirePlaceBelow(tx: Tx, table: TableName, id: string, aboveId: string): void {
  const row = tx.get(table, aboveId);
  const above = row ? ancestorsOf(table, row, (from, of) => tx.get(from, of)) : [];
  if (aboveId === id || above.some((each) => each.id === id)) throw new MutationRejected('CIRCLE');
  if (isTooDeep(tx, table, id, above.length + 1)) throw new MutationRejected('TOO_DEEP');
}

/** True when the row `id`, with all rows below it, has no room below `above` others. */
export function isTooDeep(tx: Tx, table: TableName, id: string, above: number): boolean {
  return above + tx.levelsBelow(table, id) > (declarationOf(table).tree?.levels ?? 0);
}
