import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { byPosition, type Collection } from '#src/domain/collection.ts';
import type { Task } from '#src/domain/task.ts';
import { TaskViews } from '#src/domain/views.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { emptyRows, noChanges, Overlay, type RowChanges, type RowMaps } from '#src/mutators/overlay.ts';
import { RowCounts } from '#src/mutators/row-counts.ts';
import { TABLE_NAMES, type Rows, type TableName } from '#src/mutators/tx.ts';
import type { Topic } from './topics.ts';

/** Rows that come from the server; from version 0 they are all there are. */
export interface IncomingRows {
  readonly from: number;
  readonly collections: readonly Collection[];
  readonly tasks: readonly Task[];
}

type MaybeRows = { [T in TableName]: Map<string, Rows[T] | undefined> };

/** What the user sees: the confirmed rows with the outbox replayed on top (sync rule W8). In memory, synchronous. */
export class View {
  readonly lists: TaskViews;
  readonly #confirmed = emptyRows();
  /** Of the confirmed rows. */
  #counts = new RowCounts();
  #overlay = this.#emptyOverlay();
  /** What lies in the overlay, in order, those that threw too. */
  #replayed: Mutation[] = [];
  #collections: readonly Collection[] | null = null;

  constructor(today: CalendarDay) {
    this.lists = new TaskViews(today);
  }

  /** The row, deleted or not. The same object until it changes. */
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#overlay.get(table, id);
  }

  /** All tasks that name the collection, deleted or not. */
  tasksOf(collectionId: string): Task[] {
    return [...this.#overlay.rows('task')].filter((task) => task.collectionId === collectionId);
  }

  /** How many tasks the server has confirmed, deleted ones too. */
  get confirmedTasks(): number {
    return this.#confirmed.task.size;
  }

  /** The rows as the server has confirmed them, deleted ones too. */
  confirmed(): { collections: Collection[]; tasks: Task[] } {
    const { collection, task } = this.#confirmed;
    return { collections: [...collection.values()], tasks: [...task.values()] };
  }

  /** The collections that are not deleted, by position. The same array until one of them changes. */
  collections(): readonly Collection[] {
    this.#collections ??= [...this.#overlay.rows('collection')]
      .filter((collection) => collection.deletedAt === null)
      .toSorted(byPosition);
    return this.#collections;
  }

  /** Runs one more mutation on top. Returns what changed; throws what its mutator throws, having changed nothing. */
  run(mutation: Mutation): Set<Topic> {
    const topics = this.#announce(this.#overlay.run(mutation));
    this.#replayed.push(mutation);
    return topics;
  }

  /** Takes in confirmed rows, if any, and replays `outbox` on top. Returns what changed of what the user sees. */
  rebase(incoming: IncomingRows | null, outbox: readonly Mutation[]): Set<Topic> {
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
    const rows = { collection: rowsById(incoming?.collections), task: rowsById(incoming?.tasks) };
    if (!TABLE_NAMES.every((table) => this.#isForeseen(table, foreseen, rows))) return false;
    for (const row of foreseen.changed.collection.values())
      this.#confirmCollection(this.#asShown('collection', row));
    for (const row of foreseen.changed.task.values()) this.#confirmTask(this.#asShown('task', row));
    // Else it would go on covering rows that are confirmed as they are.
    if (outbox.length === 0) this.#overlay = this.#emptyOverlay();
    this.#replayed = [...outbox];
    return true;
  }

  /** Whether the confirmed rows will be those that were foreseen. */
  #isForeseen<T extends TableName>(table: T, foreseen: Overlay, incoming: RowMaps): boolean {
    const rows = incoming[table];
    for (const [id, row] of foreseen.changed[table]) {
      if (!sameRow(row, rows.get(id) ?? this.#confirmed[table].get(id))) return false;
    }
    for (const [id, row] of rows) if (!sameRow(row, foreseen.get(table, id))) return false;
    return true;
  }

  /** The row; where the user sees it as it is confirmed now, the object stays the same. */
  #asShown<T extends TableName>(table: T, row: Rows[T]): Rows[T] {
    const shown = this.#overlay.get(table, row.id);
    return shown && sameRow(shown, row) ? shown : row;
  }

  #emptyOverlay(): Overlay {
    return new Overlay({ rows: this.#confirmed, counts: this.#counts });
  }

  /** As the user sees them now: the rows under the outbox, and those that come in or are replaced. */
  #rowsThatMayChange(incoming: IncomingRows | null): MaybeRows {
    const rows: MaybeRows = { collection: new Map(), task: new Map() };
    const incomingRows = { collection: incoming?.collections ?? [], task: incoming?.tasks ?? [] };
    const remember = <T extends TableName>(table: T, id: string) =>
      rows[table].set(id, this.#overlay.get(table, id));
    for (const table of TABLE_NAMES) {
      for (const id of this.#overlay.changed[table].keys()) remember(table, id);
      for (const row of incomingRows[table]) remember(table, row.id);
      if (incoming?.from === 0) for (const id of this.#confirmed[table].keys()) remember(table, id);
    }
    return rows;
  }

  #confirm(incoming: IncomingRows): void {
    if (incoming.from === 0) {
      for (const table of TABLE_NAMES) this.#confirmed[table].clear();
      this.#counts = new RowCounts();
    }
    for (const row of incoming.collections) this.#confirmCollection(row);
    for (const row of incoming.tasks) this.#confirmTask(row);
  }

  #confirmCollection(row: Collection): void {
    const { collection } = this.#confirmed;
    this.#counts.changeCollection(collection.get(row.id), row);
    collection.set(row.id, row);
  }

  #confirmTask(row: Task): void {
    const { collection, task } = this.#confirmed;
    this.#counts.changeTask(task.get(row.id), row, (id) => collection.get(id));
    task.set(row.id, row);
  }

  #compare<T extends TableName>(table: T, before: MaybeRows, changes: RowChanges): void {
    for (const id of this.#overlay.changed[table].keys()) {
      // Not among those that may have changed, so its confirmed row is what the user saw.
      if (!before[table].has(id)) before[table].set(id, this.#confirmed[table].get(id));
    }
    for (const [id, row] of before[table]) {
      const after = this.#overlay.get(table, id);
      if (!sameRow(row, after)) changes[table].set(id, { before: row, after });
      else if (row && row !== after) this.#keepObject(table, row);
    }
  }

  /** A screen that compares objects is to see no change where there is none. */
  #keepObject<T extends TableName>(table: T, row: Rows[T]): void {
    if (!this.#overlay.replaceByEqual(table, row)) this.#confirmed[table].set(row.id, row);
  }

  #announce(changes: RowChanges): Set<Topic> {
    const topics = new Set<Topic>(this.lists.apply(changes.task.values(), changes.collection.values()));
    for (const id of changes.task.keys()) topics.add(`task:${id}`);
    for (const id of changes.collection.keys()) topics.add(`collection:${id}`);
    if (changes.collection.size > 0) {
      this.#collections = null;
      topics.add('collections');
    }
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

function rowsById<Row extends { readonly id: string }>(rows: readonly Row[] = []): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether two rows of one table hold the same values: rows are flat. */
function sameRow<Row extends object>(a: Row | undefined, b: Row | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return (Object.keys(a) as (keyof Row)[]).every((key) => a[key] === b[key]);
}
