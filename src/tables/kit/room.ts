import { MutationRejected, type RejectionCode } from '#src/domain/errors.ts';
import { declarationOf, type TableName } from '#src/tables/tables.ts';
import { inCapitals } from './named.ts';
import type { Tx } from './tx.ts';

/** Rejects with the table's code when the user has no room for `more` rows. */
export function requireRoom(tx: Tx, table: TableName, more: number): void {
  if (tx.count(table) + more > declarationOf(table).limit) throw new MutationRejected(limitCode(table));
}

function limitCode(table: TableName): RejectionCode {
  return `${inCapitals(table)}_LIMIT` as const;
}
