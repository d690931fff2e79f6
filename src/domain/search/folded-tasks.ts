import type { Rows, TableName } from '#src/domain/schema/index.ts';
import type { Task } from '#src/domain/task.ts';
import { fold } from '#src/domain/fold.ts';

/** Where the index reads rows, as they are now, deleted ones too. */
export interface SearchedRows {
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined;
  rows<T extends TableName>(table: T): Iterable<Rows[T]>;
}

/** Characters that are folded or gone through in one step: a few ms on a slow device. */
export const STEP = 200_000;
/** What a task costs besides its characters. */
export const TASK_COST = 100;

/** A block is 2 to the power of this many places. */
const BLOCK_BITS = 10;

export function blockOf(place: number): number {
  return place >> BLOCK_BITS;
}

/** What all tasks say, folded. What changed is only noted, and read by the next `catchUp`. */
export class FoldedTasks {
  readonly #rows: SearchedRows;
  readonly #onRead: () => void;
  #tasks: (Task | undefined)[] = [];
  #texts: string[] = [];
  /** The places of tasks by id, only until all have been read: they would take as much room as all else. */
  #places: Map<string, number> | null = null;
  /** Places without a task. */
  #free: number[] = [];
  /** When a task of each block changed last, ms since 1970 UTC. */
  #newest: number[] = [];
  /** All tasks, as far as they have not been read yet. */
  #unread!: Iterator<Task>;
  /** The ids of the tasks that changed since they were. */
  readonly #changed = new Set<string>();

  /** `onRead` is called whenever what was found before may be so no longer. */
  constructor(rows: SearchedRows, onRead: () => void) {
    this.#rows = rows;
    this.#onRead = onRead;
    this.changeAll();
  }

  /** Each task that is not deleted by itself, by its place. */
  get tasks(): readonly (Task | undefined)[] {
    return this.#tasks;
  }

  /** Their texts by the same places: the name, and in the next lines the notes. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  changeTask(id: string): void {
    this.#changed.add(id);
  }

  /** Anything may have changed. */
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

  /** Reads, step by step, what has not been read or has changed. */
  *catchUp(): Generator<undefined> {
    let cost = 0;
    for (const each of this.#readAll()) {
      cost += each;
      if (cost < STEP) continue;
      cost = 0;
      yield;
    }
  }

  /** All places: the blocks in which something changed last come first. */
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

  /** When a task of a block changed last, ms since 1970 UTC. */
  newestOf(block: number): number {
    return this.#newest[block] ?? 0;
  }

  /** Yields what each task cost. */
  *#readAll(): Generator<number> {
    if (this.#places) {
      for (let next = this.#unread.next(); !next.done; next = this.#unread.next()) {
        const { id } = next.value;
        // One that moved among the rows meanwhile comes again.
        yield this.#read(id, this.#places.get(id));
      }
      this.#places = null;
    }
    while (this.#changed.size > 0) {
      // More may change meanwhile, and have its turn after these.
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

  /** `known`: its place, where it has one. Returns what it cost. */
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
