import { MutationRejected } from '#src/domain/errors.ts';
import type { Operation } from '#src/tables/operations.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** The number of operations done and stored together before the page may render. */
const SLICE = 100;

export interface Done {
  /** The number of steps done as a whole. */
  readonly done: number;
  /** The steps that were rejected. */
  readonly rejected: ReadonlySet<readonly Operation[]>;
  /** The change that takes all of it back; null if there is none. */
  readonly entryId: string | null;
}

/**
 * Does many steps as one change, in slices; each slice is durable on the device before the next begins. A
 * rejected operation ends its step. Rejects with StorageFailed when the device is full: the steps reported as
 * done are kept, and can be taken back.
 */
export async function doInSlices(
  replica: Replica,
  steps: Iterable<readonly Operation[]>,
  onProgress: (done: number) => void,
): Promise<Done> {
  const inverse: Operation[] = [];
  let last: readonly Operation[] = [];
  let done = 0;
  const rejected = new Set<readonly Operation[]>();
  let saves: Promise<void>[] = [];
  // Undo runs in reverse order.
  const remember = () => replica.history.remember(last, inverse.toReversed(), Promise.resolve());
  const settle = async () => {
    await Promise.all(saves);
    saves = [];
    onProgress(done);
  };
  try {
    for (const operations of steps) {
      try {
        for (const operation of operations) {
          const undoing = inverseOf(operation, replica);
          saves.push(replica.mutate(operation.name, operation.args));
          if (undoing) inverse.push(undoing);
        }
        last = operations;
        done += 1;
      } catch (error) {
        if (!(error instanceof MutationRejected)) throw error;
        rejected.add(operations);
      }
      if (saves.length >= SLICE) await settle();
    }
    await settle();
  } catch (error) {
    await remember();
    throw error;
  }
  return { done, rejected, entryId: await remember() };
}
