import type { Rows, TableName } from '#src/tables/tables.ts';
import type { Task } from '#src/tables/task/task.ts';
import { fold } from '#src/domain/text/fold.ts';

/** The source of the index: rows in their newest state, deleted ones too. */
export interface SearchedRows {
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined;
  rows<T extends TableName>(table: T): Iterable<Rows[T]>;
}

/** The number of characters to fold or search in one step: a few ms on a slow device. */
export const STEP = 200_000;
/** The cost of a task besides its characters. */
export const TASK_COST = 100;

/** A block has 2 to the power of this many places. */
const BLOCK_BITS = 10;

export function blockOf(place: number): number {
  return place >> BLOCK_BITS;
}

/** The folded texts of all tasks. A change is only noted; the next `catchUp` reads it. */
export class FoldedTasks {
  readonly #rows: SearchedRows;
  readonly #onRead: () => void;
  #tasks: (Task | undefined)[] = [];
  #texts: string[] = [];
  /**
   * The places of tasks by id. Kept only until all tasks are read, since it takes as much room as everything
   * else.
   */
  #places: Map<string, number> | null = null;
  /** Places without a task. */
  #free: number[] = [];
  /** The last change of a task in each block, ms since 1970 UTC. */
  #newest: number[] = [];
  /** The tasks that are not read yet. */
  #unread!: Iterator<Task>;
  /** The ids of tasks that changed after they were read. */
  readonly #changed = new Set<string>();

  /** `onRead` is called whenever earlier results may have become wrong. */
  constructor(rows: SearchedRows, onRead: () => void) {
    this.#rows = rows;
    this.#onRead = onRead;
    this.changeAll();
  }

  /** The tasks that are not deleted by themselves, by place. */
  get tasks(): readonly (Task | undefined)[] {
    return this.#tasks;
  }

  /** The texts of the tasks, by place: the name, and the notes on the next lines. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  changeTask(id: string): void {
    this.#changed.add(id);
  }

  /** To be called when anything may have changed. */
  changeAll(): void {
    this.#unread = this.#rows.rows('task')[Symbol.iterator]();
    this.#tasks = [];
    this.#texts = [];
    this.#places = new Map();
    this.#free = [];
    this.#newest = [];
    this.#changed.clear();
    this.#onRead();
  }

  /** Reads new and changed tasks, step by step. */
  *catchUp(): Generator<undefined> {
    let cost = 0;
    for (const each of this.#readAll()) {
      cost += each;
      if (cost < STEP) continue;
      cost = 0;
      yield;
    }
  }

  /** All places, with the most recently changed blocks first. */
  newestFirst(): readonly number[] {
    const blocks = [...this.#newest.keys()].toSorted(
      (a, b) => (this.#newest[b] as number) - (this.#newest[a] as number),
    );
    const places: number[] = [];
    for (const block of blocks) {
      const end = Math.min((block + 1) << BLOCK_BITS, this.#tasks.length);
      for (let place = block << BLOCK_BITS; place < end; place++) places.push(place);
    }
    return places;
  }

  /** The last change of a task in a block, ms since 1970 UTC. */
  newestOf(block: number): number {
    return this.#newest[block] ?? 0;
  }

  /** Yields the cost of each task. */
  *#readAll(): Generator<number> {
    if (this.#places) {
      for (let next = this.#unread.next(); !next.done; next = this.#unread.next()) {
        const { id } = next.value;
        // A task that moved among the rows meanwhile comes up again.
        yield this.#read(id, this.#places.get(id));
      }
      this.#places = null;
    }
    while (this.#changed.size > 0) {
      // Further changes may arrive meanwhile; they are read after these.
      const ids = new Set(this.#changed);
      const places = new Map<string, number>();
      for (const [place, task] of this.#tasks.entries()) {
        if (task && ids.has(task.id)) places.set(task.id, place);
        yield TASK_COST;
      }
      for (const id of ids) {
        this.#changed.delete(id);
        yield this.#read(id, places.get(id));
      }
    }
  }

  /** `known`: the place of the task, if it has one. Returns the cost of reading. */
  #read(id: string, known: number | undefined): number {
    this.#onRead();
    const task = this.#rows.get('task', id);
    if (task?.deletedAt !== null) {
      if (known !== undefined) this.#remove(id, known);
      return TASK_COST;
    }
    const place = known ?? this.#free.pop() ?? this.#tasks.length;
    const before = this.#tasks[place];
    this.#tasks[place] = task;
    this.#places?.set(id, place);
    const block = blockOf(place);
    this.#newest[block] = Math.max(this.#newest[block] ?? 0, task.updatedAt);
    if (before?.name === task.name && before.description === task.description) return TASK_COST;
    const text = task.description === '' ? task.name : `${task.name}\n${task.description}`;
    this.#texts[place] = fold(text);
    return TASK_COST + text.length;
  }

  #remove(id: string, place: number): void {
    this.#places?.delete(id);
    this.#tasks[place] = undefined;
    this.#texts[place] = '';
    this.#free.push(place);
  }
}
