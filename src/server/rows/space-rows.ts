import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { ExistingRows } from '#src/file/existing-rows.ts';
import { GivenRows } from '#src/file/given-rows.ts';
import type { AllRows } from '#src/file/rows-there.ts';
import { TaskLists } from '#src/reading/lists/task-lists.ts';
import type { Database } from '#src/server/db/tables.ts';
import { rowOf } from '#src/sync/server/rows.ts';
import { StoredBytes } from '#src/sync/server/stored-bytes.ts';
import { noChanges, type Base } from '#src/tables/kit/overlay.ts';
import { TABLE_NAMES, type Rows, type TableName } from '#src/tables/tables.ts';

/** All rows of a space in memory, for a command. */
export class SpaceRows {
  readonly #given: GivenRows;

  private constructor(given: GivenRows) {
    this.#given = given;
  }

  /** Reads one state of the space. */
  static async read(tx: Transaction<Database>, spaceId: SpaceId): Promise<SpaceRows> {
    const given = new GivenRows();
    const take = async <T extends TableName>(table: T) => {
      const found = await tx
        .selectFrom(table as 'task')
        .select(rowOf(table))
        .where('space_id', '=', spaceId)
        .orderBy('id')
        .execute();
      given.take(table, found as unknown as Rows[T][]);
    };
    for (const table of TABLE_NAMES) await take(table);
    return new SpaceRows(given);
  }

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#given.rows[table].get(id);
  }

  /** The rows as an import needs them. */
  existing(userId: string): ExistingRows {
    return this.#given.existing(userId);
  }

  /** All rows, also deleted ones, with the lists of this day. */
  all(userId: string, today: CalendarDay): AllRows {
    const { rows } = this.#given;
    const changes = noChanges();
    const add = <T extends TableName>(table: T) => {
      for (const row of rows[table].values()) changes[table].set(row.id, { before: undefined, after: row });
    };
    for (const table of TABLE_NAMES) add(table);
    const lists = new TaskLists(today, (table, id) => rows[table].get(id));
    lists.apply(changes);
    return {
      userId,
      get: (table, id) => this.get(table, id),
      rows: (table) => rows[table].values(),
      lists,
    };
  }

  /** The base of an overlay that admits writes as the server does. `storedBytes`: the bytes of the space now. */
  base(storedBytes: number, maxBytes: number): Base {
    const { rows, counts } = this.#given;
    return { rows, counts, admit: new StoredBytes(storedBytes, maxBytes).admit };
  }
}
