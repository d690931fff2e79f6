import { MutationRejected, type RejectionCode } from '#src/domain/errors.ts';
import { declarationOf, type TableName } from '#src/domain/schema/index.ts';
import type { Tx } from './tx.ts';

/** What whoever wants too many rows of a table is told. */
const CODES: Record<TableName, RejectionCode> = {
  collection: 'COLLECTION_LIMIT',
  section: 'SECTION_LIMIT',
  label: 'LABEL_LIMIT',
  task: 'TASK_LIMIT',
  setting: 'SETTING_LIMIT',
  reminder: 'REMINDER_LIMIT',
  dismissal: 'DISMISSAL_LIMIT',
  filter: 'FILTER_LIMIT',
};

/** Rejects with the table's code when the user cannot have so many rows more. */
export function requireRoom(tx: Tx, table: TableName, more: number): void {
  if (tx.count(table) + more > declarationOf(table).limit) throw new MutationRejected(CODES[table]);
}
