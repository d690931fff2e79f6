import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { declarationOf, ofTables, TABLE_NAMES, type Rows, type TableName } from '#src/domain/schema/index.ts';
import { isSameRow, type FindRow } from '#src/domain/schema/row.ts';
import { TaskLists } from '#src/domain/lists/task-lists.ts';
import type { Mutation } from '#src/mutators/index.ts';
import {
  emptyRows,
  listsOf,
  noChanges,
  Overlay,
  takeIn,
  type RowChanges,
  type RowMaps,
} from '#src/mutators/overlay.ts';
import { RowCounts } from '#src/mutators/row-counts.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import type { Topic } from './topics.ts';

/** Rows that come from the server; from version 0 they are all there are. */
export interface IncomingRows {
  readonly from: number;
  readonly rows: RowLists;
}

type MaybeRows = { [T in TableName]: Map<string, Rows[T] | undefined> };

/** What the user sees: the confirmed rows with the outbox replayed on top (sync rule W8). In memory, synchronous. */
export class View {
  readonly lists: TaskLists;
  readonly #confirmed = emptyRows();
  /** Of the confirmed rows. */
  #counts = new RowCounts();
  #overlay = this.#emptyOverlay();
  /** What lies in the overlay, in order, those that threw too. */
  #replayed: Mutation[] = [];

  readonly #findConfirmed: FindRow = (table, id) => this.#confirmed[table].get(id);

  constructor(today: CalendarDay) {
    this.lists = new TaskLists(today);
  }

  /** The row, deleted or not. The same object until it changes. */
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#overlay.get(table, id);
  }

  /** All rows of the table, deleted or not, in no particular order. */
  rows<T extends TableName>(table: T): Iterable<Rows[T]> {
    return this.#overlay.rows(table);
  }

  /** The row as the server has confirmed it, deleted or not. */
  confirmedRow<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#confirmed[table].get(id);
  }

  /** What mutations make of the confirmed rows, when none of them is rejected: the rows that they write. */
  foresee(mutations: readonly Mutation[]): RowLists {
    const overlay = this.#emptyOverlay();
    replay(mutations, overlay);
    return ofTables((table) => [...overlay.changed[table].values()]) as RowLists;
  }

  /** The rows as the server has confirmed them, deleted ones too. */
  confirmed(): RowLists {
    return listsOf(this.#confirmed);
  }

  /** How many of those come in pages. */
  countPaged(): number {
    return TABLE_NAMES.reduce((sum, t) => sum + (declarationOf(t).isPaged ? this.#confirmed[t].size : 0), 0);
  }

  /** Runs one more mutation on top. Returns what changed; throws what its mutator throws, having changed nothing. */
  run(mutation: Mutation): Set<Topic> {
    const topics = this.#announce(this.#overlay.run(mutation));
    this.#replayed.push(mutation);
    return topics;
  }

  /** Takes in confirmed rows, if any, and replays `outbox` on top. Returns what changed of what the user sees. */
  rebase(incoming: IncomingRows | null, outbox: readonly Mutation[]): Set<Topic> {
    if (this.#isUnseen()) return this.#begin(incoming, outbox);
    if (this.#confirmForeseen(incoming, outbox)) return new Set();
    const before = this.#rowsThatMayChange(incoming);
    if (incoming) this.#confirm(incoming);
    this.#overlay = this.#emptyOverlay();
    replay(outbox, this.#overlay);
    this.#replayed = [...outbox];
    const changes = noChanges();
    for (const table of TABLE_NAMES) this.#compare(table, before, changes);
    return this.#announce(changes);
  }

  /** Whether there was nothing yet that anybody could have seen. */
  #isUnseen(): boolean {
    return TABLE_NAMES.every((t) => this.#confirmed[t].size === 0 && this.#overlay.changed[t].size === 0);
  }

  /** Takes in what there is at first. Nothing is compared: opening with 100,000 tasks would take twice as long. */
  #begin(incoming: IncomingRows | null, outbox: readonly Mutation[]): Set<Topic> {
    if (incoming) this.#confirm(incoming);
    this.#overlay = this.#emptyOverlay();
    replay(outbox, this.#overlay);
    this.#replayed = [...outbox];
    const changes = noChanges();
    const add = <T extends TableName>(table: T) => {
      for (const row of this.#overlay.rows(table))
        changes[table].set(row.id, { before: undefined, after: row });
    };
    for (const table of TABLE_NAMES) add(table);
    this.lists.apply(changes);
    return new Set(['everything']);
  }

  /**
   * The oldest of the outbox are settled, and what comes in is just what they did here: then what still waits lies on the
   * same rows as before, and need not be replayed. Else does nothing and returns false. When thousands wait, that
   * spares replaying them with each batch that the server acknowledges.
   */
  #confirmForeseen(incoming: IncomingRows | null, outbox: readonly Mutation[]): boolean {
    const settled = this.#replayed.length - outbox.length;
    if (settled < 0 || incoming?.from === 0) return false;
    if (outbox.some((mutation, i) => mutation !== this.#replayed[settled + i])) return false;
    const foreseen = this.#emptyOverlay();
    replay(this.#replayed.slice(0, settled), foreseen);
    const rows = emptyRows();
    if (incoming) takeIn(rows, incoming.rows);
    if (!TABLE_NAMES.every((table) => this.#isForeseen(table, foreseen, rows))) return false;
    const confirm = <T extends TableName>(table: T) => {
      for (const row of foreseen.changed[table].values()) this.#confirmRow(table, this.#asShown(table, row));
    };
    for (const table of TABLE_NAMES) confirm(table);
    // Else it would go on covering rows that are confirmed as they are.
    if (outbox.length === 0) this.#overlay = this.#emptyOverlay();
    this.#replayed = [...outbox];
    return true;
  }

  /** Whether the confirmed rows will be those that were foreseen. */
  #isForeseen<T extends TableName>(table: T, foreseen: Overlay, incoming: RowMaps): boolean {
    const rows = incoming[table];
    for (const [id, row] of foreseen.changed[table]) {
      if (!isSameRow(row, rows.get(id) ?? this.#confirmed[table].get(id))) return false;
    }
    for (const [id, row] of rows) if (!isSameRow(row, foreseen.get(table, id))) return false;
    return true;
  }

  /** The row; where the user sees it as it is confirmed now, the object stays the same. */
  #asShown<T extends TableName>(table: T, row: Rows[T]): Rows[T] {
    const shown = this.#overlay.get(table, row.id);
    return shown && isSameRow(shown, row) ? shown : row;
  }

  #emptyOverlay(): Overlay {
    return new Overlay({ rows: this.#confirmed, counts: this.#counts });
  }

  /** As the user sees them now: the rows under the outbox, and those that come in or are replaced. */
  #rowsThatMayChange(incoming: IncomingRows | null): MaybeRows {
    const rows = ofTables(() => new Map()) as MaybeRows;
    const remember = <T extends TableName>(table: T, id: string) =>
      rows[table].set(id, this.#overlay.get(table, id));
    for (const table of TABLE_NAMES) {
      for (const id of this.#overlay.changed[table].keys()) remember(table, id);
      for (const row of incoming?.rows[table] ?? []) remember(table, row.id);
      if (incoming?.from === 0) for (const id of this.#confirmed[table].keys()) remember(table, id);
    }
    return rows;
  }

  #confirm(incoming: IncomingRows): void {
    if (incoming.from === 0) {
      for (const table of TABLE_NAMES) this.#confirmed[table].clear();
      this.#counts = new RowCounts();
    }
    const confirm = <T extends TableName>(table: T) => {
      for (const row of incoming.rows[table] ?? []) this.#confirmRow(table, row);
    };
    // Owners first: their rows are counted as these are by then.
    for (const table of TABLE_NAMES) confirm(table);
  }

  #confirmRow<T extends TableName>(table: T, row: Rows[T]): void {
    const before = this.#confirmed[table].get(row.id);
    this.#counts.change(table, before, row, this.#findConfirmed);
    this.#confirmed[table].set(row.id, row);
  }

  #compare<T extends TableName>(table: T, before: MaybeRows, changes: RowChanges): void {
    for (const id of this.#overlay.changed[table].keys()) {
      // Not among those that may have changed, so its confirmed row is what the user saw.
      if (!before[table].has(id)) before[table].set(id, this.#confirmed[table].get(id));
    }
    for (const [id, row] of before[table]) {
      const after = this.#overlay.get(table, id);
      if (!isSameRow(row, after)) changes[table].set(id, { before: row, after });
      else if (row && row !== after) this.#keepObject(table, row);
    }
  }

  /** A screen that compares objects is to see no change where there is none. */
  #keepObject<T extends TableName>(table: T, row: Rows[T]): void {
    if (!this.#overlay.replaceByEqual(table, row)) this.#confirmed[table].set(row.id, row);
  }

  #announce(changes: RowChanges): Set<Topic> {
    const topics = new Set<Topic>(this.lists.apply(changes));
    for (const table of TABLE_NAMES) for (const id of changes[table].keys()) topics.add(`${table}:${id}`);
    return topics;
  }
}

function replay(mutations: readonly Mutation[], overlay: Overlay): void {
  for (const mutation of mutations) {
    try {
      overlay.run(mutation);
    } catch {
      // It may have become impossible, or come from a newer version of the app: the server decides (sync rule W8).
    }
  }
}
