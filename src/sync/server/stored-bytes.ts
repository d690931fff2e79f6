import { MutationRejected } from '#src/domain/errors.ts';
import { TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { textsOf } from '#src/tables/kit/row.ts';
import type { RowChanges } from '#src/tables/kit/overlay.ts';

/**
 * The bytes that a row counts for its id, days and times. Without them, a user could store rows with short texts
 * without end.
 */
export const ROW_BYTES = 200;

/** The bytes that the rows of a space take, deleted ones too: their texts in UTF-8, and ROW_BYTES for each row. */
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

  /**
   * Counts the writes of a mutation. Throws MutationRejected (STORAGE_LIMIT) when they take more bytes than before,
   * past the limit.
   */
  readonly admit = (changes: RowChanges): void => {
    let more = 0;
    for (const table of TABLE_NAMES) {
      for (const { before, after } of changes[table].values())
        more += bytesOf(table, after) - bytesOf(table, before);
    }
    if (more > 0 && this.#count + more > this.#limit) throw new MutationRejected('STORAGE_LIMIT');
    this.#count += more;
  };
}

export function bytesOf(table: TableName, row: AnyRow | undefined): number {
  return row ? ROW_BYTES + textBytesOf(table, row) : 0;
}

/** The length (UTF-8 bytes) of a row's texts. */
export function textBytesOf(table: TableName, row: AnyRow): number {
  return textsOf(table).reduce((sum, column) => sum + Buffer.byteLength((row[column] ?? '') as string), 0);
}
