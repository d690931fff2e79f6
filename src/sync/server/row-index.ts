import type { Value } from '#src/tables/kit/column.ts';
import type { AnyRow } from '#src/tables/tables.ts';

/** The ids of the undeleted rows of a table, by their value in a column. */
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

  /** Takes in a changed row. */
  change(before: AnyRow | undefined, after: AnyRow): void {
    if (before?.deletedAt === null) this.#ids.get(before[this.#column])?.delete(before.id);
    if (after.deletedAt !== null) return;
    const value = after[this.#column];
    const ids = this.#ids.get(value) ?? new Set();
    this.#ids.set(value, ids.add(after.id));
  }
}

/** The largest number in a column, deleted rows too; null without rows. */
export class LargestNumber {
  readonly #column: string;
  #value: number | null = null;
  #isKnown = true;

  constructor(column: string, rows: Iterable<AnyRow>) {
    this.#column = column;
    for (const row of rows) this.change(undefined, row);
  }

  /** Undefined after the row with the largest number got a smaller one: the index then has to be made anew. */
  get value(): number | null | undefined {
    return this.#isKnown ? this.#value : undefined;
  }

  /** Takes in a changed row. */
  change(before: AnyRow | undefined, after: AnyRow): void {
    const value = after[this.#column] as number;
    if (this.#value === null || value >= this.#value) this.#value = value;
    else if (before?.[this.#column] === this.#value) this.#isKnown = false;
  }
}
