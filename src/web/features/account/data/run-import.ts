import { MutationRejected } from '#src/domain/errors.ts';
import type { ImportedRow } from '#src/reading/history/take-back-import.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { TableName } from '#src/tables/tables.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { tableOf } from '#src/web/words/verbs.ts';

/** The number of operations run and stored together before the page may render. */
const SLICE = 200;

export interface ImportProgress {
  readonly done: number;
  readonly all: number;
}

/** The operations of a plan, in order. */
export interface PlannedOperations {
  readonly size: number;
  readonly operations: (start: number, count: number) => Promise<readonly Operation[]>;
}

type Touched = Pick<ImportedRow, 'table' | 'before'> & { readonly id: string };

/**
 * Runs the operations in slices until done or aborted; each slice is durable on the device before the next
 * begins. A small import is one change for undo. Rejects with StorageFailed when the device is full: the
 * operations reported as done are kept. Resolves to the rows as the import has left them.
 */
export async function runImport(
  replica: Replica,
  { size: all, operations }: PlannedOperations,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<readonly ImportedRow[]> {
  const touched: Touched[] = [];
  for (let done = 0; done < all && !signal.aborted;) {
    const slice = await operations(done, SLICE);
    touched.push(...slice.flatMap((operation) => touchedBy(operation, replica)));
    if (all <= SLICE) await replica.history.do(slice, 'Import').catch(unlessRejected);
    else await Promise.all(slice.map((operation) => runOne(replica, operation)));
    done += slice.length;
    onProgress({ done, all });
  }
  return touched.flatMap(({ table, id, before }) => {
    const row = replica.get(table, id);
    return row ? [{ table, row, before }] : [];
  });
}

/** The row that an operation adds, or the setting that it changes. */
function touchedBy({ name, args: { id } }: Operation, replica: Replica): Touched[] {
  const table: TableName = tableOf(name);
  if (name === 'setting.set') return [{ table, id, before: replica.get('setting', id) ?? null }];
  return name.endsWith('.add') && !replica.get(table, id) ? [{ table, id, before: null }] : [];
}

async function runOne(replica: Replica, { name, args }: Operation): Promise<void> {
  try {
    await replica.mutate(name, args, 'Import');
  } catch (error) {
    unlessRejected(error);
  }
}

/** Rows may have changed since the plan was made: a collection of the same name may have been added. */
function unlessRejected(error: unknown): void {
  if (!(error instanceof MutationRejected)) throw error;
}
