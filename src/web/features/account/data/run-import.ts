import { MutationRejected } from '#src/domain/errors.ts';
import { newPartId } from '#src/domain/id.ts';
import type { ImportedRow } from '#src/reading/history/take-back-import.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { AnyRow } from '#src/tables/tables.ts';
import { advanceImport, IMPORT_SLICE } from '#src/sync/client/background/stored-import.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { tableOf } from '#src/web/words/verbs.ts';

export interface ImportProgress {
  readonly done: number;
  readonly all: number;
}

/** The operations of a plan, in order. */
export interface PlannedOperations extends ImportProgress {
  /** Names the import in the history, also after another tab has continued it. */
  readonly id: string;
  /** None once another tab has ended the import. */
  readonly operations: (start: number, count: number) => Promise<readonly Operation[]>;
  /** False for an import that ends with its tab. */
  readonly isStored: boolean;
}

export interface ImportRun {
  /** The rows as the import has left them. */
  readonly rows: readonly ImportedRow[];
  /** False for an import that was stopped, or that another tab has ended. */
  readonly isWhole: boolean;
}

/**
 * Runs the operations that are not done, in slices, until done or aborted; each slice is durable on the device before
 * the next begins. A small import is one change for undo. Rejects with StorageFailed when the device is full: the
 * operations reported as done are kept.
 */
export async function runImport(
  replica: Replica,
  { id, done: doneBefore, all, operations, isStored }: PlannedOperations,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportRun> {
  const left = new Map<string, ImportedRow>();
  let done = doneBefore;
  let isWanted = true;
  const newMutationId = () => newPartId(id);
  while (done < all && isWanted && !signal.aborted) {
    const slice = await operations(done, IMPORT_SLICE);
    if (slice.length === 0) break;
    const before = new Map(slice.map((operation) => [operation, rowOf(operation, replica) ?? null]));
    if (all <= IMPORT_SLICE) await replica.history.do(slice, 'Import', newMutationId).catch(unlessRejected);
    else await Promise.all(slice.map((operation) => runOne(replica, operation, newMutationId())));
    for (const operation of slice) {
      const { name, args } = operation;
      const [table, row, old] = [tableOf(name), rowOf(operation, replica), before.get(operation) ?? null];
      const known = left.get(`${table}:${args.id}`);
      // Of the rows that were there, only settings change.
      if (!row || !(known || old === null || table === 'setting')) continue;
      left.set(`${table}:${args.id}`, { table, row, before: known ? known.before : old });
    }
    done += slice.length;
    if (isStored) isWanted = await advanceImport(replica.userId, id, { done, at: Date.now() });
    onProgress({ done, all });
  }
  return { rows: [...left.values()], isWhole: done >= all && isWanted };
}

function rowOf({ name, args }: Operation, replica: Replica): AnyRow | undefined {
  return replica.get(tableOf(name), args.id);
}

async function runOne(replica: Replica, { name, args }: Operation, mutationId: string): Promise<void> {
  try {
    await replica.mutate(name, args, 'Import', mutationId);
  } catch (error) {
    unlessRejected(error);
  }
}

/** Rows may have changed since the plan was made: a collection of the same name may have been added. */
function unlessRejected(error: unknown): void {
  if (!(error instanceof MutationRejected)) throw error;
}
