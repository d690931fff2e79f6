import { MutationRejected } from '#src/domain/errors.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** The number of operations run and stored together before the page may render. */
const SLICE = 200;

export interface ImportProgress {
  readonly done: number;
  readonly all: number;
}

/**
 * Runs the operations in slices until done or aborted; each slice is durable on the device before the next
 * begins. A small import is one change for undo. Rejects with StorageFailed when the device is full: the
 * operations reported as done are kept.
 */
export async function runImport(
  replica: Replica,
  operations: readonly Operation[],
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const all = operations.length;
  for (let done = 0; done < all && !signal.aborted;) {
    const slice = operations.slice(done, done + SLICE);
    if (all <= SLICE) await replica.history.do(slice, 'Import').catch(unlessRejected);
    else await Promise.all(slice.map((operation) => runOne(replica, operation)));
    done += slice.length;
    onProgress({ done, all });
  }
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
