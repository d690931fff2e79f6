import type { Collection } from '#src/domain/collection.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import type { Task } from '#src/domain/task.ts';
import type { RowChanges } from '#src/mutators/overlay.ts';

/** What a row takes besides its texts: its ids, days and times. Else one could keep without end what has hardly any text. */
export const ROW_BYTES = 200;

/** What the tasks and collections of a user take, deleted ones too: the bytes of their texts in UTF-8, and ROW_BYTES for each. */
export class StoredBytes {
  readonly #limit: number;
  #count: number;

  constructor(count: number, limit: number) {
    this.#count = count;
    this.#limit = limit;
  }

  get count(): number {
    return this.#count;
  }

  /** Counts what a mutation wrote. Throws MutationRejected (STORAGE_LIMIT) when it takes more than before, past the limit. */
  readonly admit = ({ collection, task }: RowChanges): void => {
    let more = 0;
    for (const { before, after } of [...collection.values(), ...task.values()])
      more += bytesOf(after) - bytesOf(before);
    if (more > 0 && this.#count + more > this.#limit) throw new MutationRejected('STORAGE_LIMIT');
    this.#count += more;
  };
}

export function bytesOf(row: Collection | Task | undefined): number {
  if (!row) return 0;
  const description = 'description' in row ? Buffer.byteLength(row.description) : 0;
  return ROW_BYTES + Buffer.byteLength(row.name) + description;
}
