import { MutationRejected } from '#src/domain/errors.ts';
import type { ImportedRow } from '#src/reading/history/take-back-import.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { AnyRow } from '#src/tables/tables.ts';
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
  const left = new Map<string, ImportedRow>();
  for (let done = 0; done < all && !signal.aborted;) {
    const slice = await operations(done, SLICE);
    const before = new Map(slice.map((operation) => [operation, rowOf(operation, replica) ?? null]));
    if (all <= SLICE) await replica.history.do(slice, 'Import').catch(unlessRejected);
    else await Promise.all(slice.map((operation) => runOne(replica, operation)));
    for (const operation of slice) {
      const { name, args } = operation;
      const [table, row, old] = [tableOf(name), rowOf(operation, replica), before.get(operation) ?? null];
      const known = left.get(`${table}:${args.id}`);
      // Of the rows that were there, only settings change.
      if (!row || !(known || old === null || table === 'setting')) continue;
      left.set(`${table}:${args.id}`, { table, row, before: known ? known.before : old });
    }
    done += slice.length;
    onProgress({ done, all });
  }
  return [...left.values()];
}

function rowOf({ name, args }: Operation, replica: Replica): AnyRow | undefined {
  return replica.get(tableOf(name), args.id);
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
