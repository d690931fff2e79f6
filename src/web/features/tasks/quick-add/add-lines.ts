import { MutationRejected } from '#src/domain/errors.ts';
import type { Operation } from '#src/mutators/index.ts';
import { inverseOf } from '#src/mutators/inverse.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** So many tasks are added before the page gets a turn, and stored together. */
const SLICE = 100;

export interface Added {
  /** How many tasks there are of it. */
  readonly done: number;
  /** How many could not be added. */
  readonly rejected: number;
  /** The change that takes all of it back; null where there is none. */
  readonly entryId: string | null;
}

/**
 * Adds tasks in slices, each durable on the device before the next begins, as one change. Rejects with StorageFailed when the device can
 * keep no more: what was reported as done before is kept, and can be taken back.
 */
export async function addLines(
  replica: Replica,
  tasks: Iterable<readonly Operation[]>,
  onProgress: (done: number) => void,
): Promise<Added> {
  const inverse: Operation[] = [];
  let last: readonly Operation[] = [];
  let [done, rejected] = [0, 0];
  let saves: Promise<void>[] = [];
  // What was done last is taken back first.
  const remember = () => replica.history.remember(last, inverse.toReversed(), Promise.resolve());
  const settle = async () => {
    await Promise.all(saves);
    saves = [];
    onProgress(done);
  };
  try {
    for (const operations of tasks) {
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
        rejected += 1;
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
