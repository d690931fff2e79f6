import {
  columnsOf,
  declarationOf,
  byTable,
  TABLE_NAMES,
  type AnyRow,
  type Rows,
  type TableName,
} from '#src/tables/tables.ts';
import { isSameRow, type FindRow } from '#src/tables/kit/row.ts';
import type { Mutation } from '#src/tables/operations.ts';
import {
  emptyRows,
  listsOf,
  noChanges,
  type Base,
  type Overlay,
  type RowChanges,
} from '#src/tables/kit/overlay.ts';
import { RowCounts } from '#src/tables/kit/row-counts.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import type { FirstRows } from '#src/sync/client/storage/device-store.ts';
import { isUnseen, replay, settledAsForeseen, type IncomingRows } from './replay.ts';
import type { Topic } from './topics.ts';
import type { MakeLists, ViewLists } from './view-lists.ts';

/** Number of rows taken in before the page may paint. They take some ms. */
const SLICE = 1_000;

type MaybeRows = { [T in TableName]: Map<string, Rows[T] | undefined> };

/**
 * The rows that the user sees: the confirmed rows with the outbox replayed on top (sync rule W8). In memory,
 * synchronous.
 */
export class View<L extends ViewLists = ViewLists> {
  readonly lists: L;
  readonly #makeLists: MakeLists<L>;
  readonly #confirmed = emptyRows();
  /** Counts of the confirmed rows. */
  #counts = new RowCounts();
  #overlay = replay(this.#base, []);
  /** The mutations in the overlay, in order, also the ones that threw. */
  #replayed: Mutation[] = [];

  readonly #findConfirmed: FindRow = (table, id) => this.#confirmed[table].get(id);

  constructor(makeLists: MakeLists<L>) {
    this.#makeLists = makeLists;
    this.lists = makeLists((table, id) => this.get(table, id));
  }

  /** The row, deleted or not. The same object until it changes. */
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#overlay.get(table, id);
  }

  /** See Tx. */
  below: Overlay['below'] = (...of) => this.#overlay.below(...of);

  /** All rows of the table, deleted or not, in no particular order. */
  rows<T extends TableName>(table: T): Iterable<Rows[T]> {
    return this.#overlay.rows(table);
  }

  /** The row as the server has confirmed it, deleted or not. */
  confirmedRow<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#confirmed[table].get(id);
  }

  /** The rows that these mutations write on top of the confirmed rows, if none is rejected. */
  foresee(mutations: readonly Mutation[]): RowLists {
    const { changed } = replay(this.#base, mutations);
    return byTable((table) => [...changed[table].values()]) as unknown as RowLists;
  }

  /** The rows as the server has confirmed them, deleted ones too. */
  confirmed(): RowLists {
    return listsOf(this.#confirmed);
  }

  /** Number of confirmed rows in tables with pages. */
  countPaged(): number {
    return TABLE_NAMES.reduce((sum, t) => sum + (declarationOf(t).isPaged ? this.#confirmed[t].size : 0), 0);
  }

  /**
   * The view of these rows alone, made in slices. `pause` lets the page paint between slices. A row that equals the one
   * in `shown` stays the same object.
   */
  static async of<L extends ViewLists>(
    rows: RowLists,
    shown: View<L>,
    pause: () => Promise<void>,
  ): Promise<View<L>> {
    const view = new View(shown.#makeLists);
    view.lists.follow(shown.lists);
    for (const table of TABLE_NAMES) {
      const list = rows[table] ?? [];
      for (let start = 0; start < list.length; start += SLICE) {
        view.#add(table, list.slice(start, start + SLICE), shown);
        if (start + SLICE < list.length) await pause();
      }
    }
    return view;
  }

  /**
   * The confirmed rows that the first screen needs: at most `limit` tasks of each list, and all rows that these tasks
   * and the outbox refer to.
   */
  first(limit: number): Pick<FirstRows, 'rows' | 'others'> {
    const ids = byTable((table) => new Set(this.#overlay.changed[table].keys()));
    for (const [table, id] of this.lists.beginnings(limit)) ids[table].add(id);
    // A table comes before the tables that refer to it. The loop over a set also visits ids that are added meanwhile.
    for (const table of TABLE_NAMES.toReversed())
      for (const id of ids[table])
        for (const [of, other] of referencesOf(table, this.get(table, id))) ids[of].add(other);
    const rows = byTable((table) => {
      const confirmed = this.#confirmed[table];
      if (!declarationOf(table).isPaged) return [...confirmed.values()];
      return [...ids[table]].flatMap((id) => confirmed.get(id) ?? []);
    });
    return { rows: rows as unknown as RowLists, others: this.lists.countOthers(ids) };
  }

  /**
   * Runs one more mutation on top. Returns the changed topics. When the mutator throws, passes its error on and changes
   * nothing.
   */
  run(mutation: Mutation): Set<Topic> {
    const topics = this.#announce(this.#overlay.run(mutation));
    this.#replayed.push(mutation);
    return topics;
  }

  /** Takes in confirmed rows, if any, and replays `outbox` on top. Returns the topics that changed for the user. */
  rebase(incoming: IncomingRows | null, outbox: readonly Mutation[]): Set<Topic> {
    if (isUnseen(this.#base, this.#overlay)) return this.#begin(incoming, outbox);
    const foreseen = settledAsForeseen(this.#base, this.#replayed, incoming, outbox);
    if (foreseen) return this.#confirmForeseen(foreseen, outbox);
    const before = this.#rowsThatMayChange(incoming);
    this.#replayOver(incoming, outbox);
    const changes = noChanges();
    for (const table of TABLE_NAMES) this.#compare(table, before, changes);
    return this.#announce(changes);
  }

  #replayOver(incoming: IncomingRows | null, outbox: readonly Mutation[]): void {
    if (incoming) this.#confirm(incoming);
    this.#overlay = replay(this.#base, outbox);
    this.#replayed = [...outbox];
  }

  /** Takes in the first rows without comparing them. With 100,000 tasks, comparing would double the time to open. */
  #begin(incoming: IncomingRows | null, outbox: readonly Mutation[]): Set<Topic> {
    this.#replayOver(incoming, outbox);
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
   * Confirms the foreseen rows and leaves the waiting mutations in place. With thousands of them, this saves a replay
   * for each settled batch.
   */
  #confirmForeseen({ changed }: Overlay, outbox: readonly Mutation[]): Set<Topic> {
    const confirm = <T extends TableName>(table: T) => {
      for (const row of changed[table].values()) this.#confirmRow(table, this.#asShown(table, row));
    };
    for (const table of TABLE_NAMES) confirm(table);
    // The old overlay would go on covering confirmed rows of the same content.
    if (outbox.length === 0) this.#overlay = replay(this.#base, []);
    this.#replayed = [...outbox];
    return new Set();
  }

  /** The row, as the object that the user already sees when both are equal. */
  #asShown<T extends TableName>(table: T, row: Rows[T]): Rows[T] {
    const shown = this.#overlay.get(table, row.id);
    return shown && isSameRow(shown, row) ? shown : row;
  }

  /** Adds rows that are not in the view yet. */
  #add<T extends TableName>(table: T, rows: readonly Rows[T][], shown: View): void {
    const changes = noChanges();
    for (const given of rows) {
      const known = shown.confirmedRow(table, given.id);
      const row = known && isSameRow(known, given) ? known : given;
      this.#confirmRow(table, row);
      changes[table].set(row.id, { before: undefined, after: row });
    }
    this.lists.apply(changes);
  }

  get #base(): Base {
    return { rows: this.#confirmed, counts: this.#counts };
  }

  /**
   * The rows that may change, as the user sees them now: rows changed by the outbox, incoming rows, and rows that are
   * replaced.
   */
  #rowsThatMayChange(incoming: IncomingRows | null): MaybeRows {
    const rows = byTable(() => new Map()) as MaybeRows;
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
    // Owners come first, because a row is counted by the state of its owner.
    for (const table of TABLE_NAMES) confirm(table);
  }

  #confirmRow<T extends TableName>(table: T, row: Rows[T]): void {
    const before = this.#confirmed[table].get(row.id);
    this.#counts.change(table, before, row, this.#findConfirmed);
    this.#confirmed[table].set(row.id, row);
  }

  #compare<T extends TableName>(table: T, before: MaybeRows, changes: RowChanges): void {
    for (const id of this.#overlay.changed[table].keys()) {
      // The row was not among the rows that may change, so the user saw its confirmed row.
      if (!before[table].has(id)) before[table].set(id, this.#confirmed[table].get(id));
    }
    for (const [id, row] of before[table]) {
      const after = this.#overlay.get(table, id);
      if (!isSameRow(row, after)) changes[table].set(id, { before: row, after });
      else if (row && row !== after) this.#keepObject(table, row);
    }
  }

  /** Keeps the shown object for an equal row, because screens compare objects. */
  #keepObject<T extends TableName>(table: T, row: Rows[T]): void {
    if (!this.#overlay.replaceByEqual(table, row)) this.#confirmed[table].set(row.id, row);
  }

  #announce(changes: RowChanges): Set<Topic> {
    const topics = new Set<Topic>(this.lists.apply(changes));
    for (const table of TABLE_NAMES) for (const id of changes[table].keys()) topics.add(`${table}:${id}`);
    return topics;
  }
}

/** The tables and ids of the rows that a row refers to. */
function referencesOf(table: TableName, row: AnyRow | undefined): [TableName, string][] {
  return columnsOf(table).flatMap(([name, { references }]): [TableName, string][] =>
    references && typeof row?.[name] === 'string' ? [[references as TableName, row[name]]] : [],
  );
}
