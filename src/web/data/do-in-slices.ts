import { MutationRejected } from '#src/domain/errors.ts';
import type { Operation } from '#src/mutators/index.ts';
import { inverseOf } from '#src/mutators/inverse.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** So many operations are done before the page gets a turn, and stored together. */
const SLICE = 100;

export interface Done {
  /** How many steps were done whole. */
  readonly done: number;
  /** The steps that were rejected. */
  readonly rejected: ReadonlySet<readonly Operation[]>;
  /** The change that takes all of it back; null where there is none. */
  readonly entryId: string | null;
}

/**
 * Does many steps in slices, each durable on the device before the next begins, as one change. Of a step that is rejected, what comes
 * after is left out. Rejects with StorageFailed when the device can keep no more: what was reported as done before is kept, and can be
 * taken back.
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
  // What was done last is taken back first.
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
