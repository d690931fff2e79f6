import type { Value } from '#src/domain/schema/column.ts';
import type { AnyRow } from '#src/domain/schema/index.ts';

/** The ids of the rows of a table that are not deleted, by their value in a column. */
export class ValueIndex {
  readonly #column: string;
  readonly #ids = new Map<Value | undefined, Set<string>>();

  constructor(column: string, rows: Iterable<AnyRow>) {
    this.#column = column;
    for (const row of rows) this.change(undefined, row);
  }

  with(value: Value): Iterable<string> {
    return this.#ids.get(value) ?? [];
  }

  /** A row has become another. */
  change(before: AnyRow | undefined, after: AnyRow): void {
    if (before?.deletedAt === null) this.#ids.get(before[this.#column])?.delete(before.id);
    if (after.deletedAt !== null) return;
    const value = after[this.#column];
    const ids = this.#ids.get(value) ?? new Set();
    this.#ids.set(value, ids.add(after.id));
  }
}

/** The largest number in a column, deleted rows too; null when there is none. */
export class LargestNumber {
  readonly #column: string;
  #value: number | null = null;
  #isKnown = true;

  constructor(column: string, rows: Iterable<AnyRow>) {
    this.#column = column;
    for (const row of rows) this.change(undefined, row);
  }

  /** Undefined when the row that had it has a smaller one by now: then it has to be looked for anew. */
  get value(): number | null | undefined {
    return this.#isKnown ? this.#value : undefined;
  }

  /** A row has become another. */
  change(before: AnyRow | undefined, after: AnyRow): void {
    const value = after[this.#column] as number;
    if (this.#value === null || value >= this.#value) this.#value = value;
    else if (before?.[this.#column] === this.#value) this.#isKnown = false;
  }
}
