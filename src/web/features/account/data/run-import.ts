import { MutationRejected } from '#src/domain/errors.ts';
import type { ImportedRow } from '#src/reading/history/take-back-import.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { AnyRow } from '#src/tables/tables.ts';
import { IMPORT_SLICE } from '#src/sync/client/background/stored-import.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { tableOf } from '#src/web/words/verbs.ts';

export interface ImportProgress {
  readonly done: number;
  readonly all: number;
}

/** The operations of a plan, in order. */
export interface PlannedOperations extends ImportProgress {
  readonly operations: (start: number, count: number) => Promise<readonly Operation[]>;
  /** Notes that so many are done. */
  readonly advance: (done: number) => Promise<void>;
}

/**
 * Runs the operations that are not done, in slices, until done or aborted; each slice is durable on the device before
 * the next begins. A small import is one change for undo. Rejects with StorageFailed when the device is full: the
 * operations reported as done are kept. Resolves to the rows as the import has left them.
 */
export async function runImport(
  replica: Replica,
  { done: doneBefore, all, operations, advance }: PlannedOperations,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<readonly ImportedRow[]> {
  const left = new Map<string, ImportedRow>();
  for (let done = doneBefore; done < all && !signal.aborted;) {
    const slice = await operations(done, IMPORT_SLICE);
    // Another tab has ended it.
    if (slice.length === 0) break;
    const before = new Map(slice.map((operation) => [operation, rowOf(operation, replica) ?? null]));
    if (all <= IMPORT_SLICE) await replica.history.do(slice, 'Import').catch(unlessRejected);
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
    await advance(done);
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
