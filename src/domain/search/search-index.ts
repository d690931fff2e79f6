import type { Rows, TableName } from '#src/domain/schema/index.ts';
import { ancestorsOf } from '#src/domain/schema/row.ts';
import { isThere, type Task } from '#src/domain/task.ts';
import { Best } from './best.ts';
import { fold } from '#src/domain/fold.ts';
import { NearWords } from './near-words.ts';
import { bestRank, FIELD, NOWHERE, ranksOfNames, scoreOf, WordFinder } from './rank.ts';

/** Where the index reads rows, as they are now, deleted ones too. */
export interface SearchedRows {
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined;
  rows<T extends TableName>(table: T): Iterable<Rows[T]>;
}

/** What was found. */
export interface Answer {
  /** The best, as many as were asked for at most. */
  readonly ids: readonly string[];
  /** How many there are in all; null until they are counted. */
  readonly count: number | null;
  /** What any of the tasks found has of each word: it itself, or where it is nowhere, the words that are like it. */
  readonly words: readonly (readonly string[])[];
}

/** Characters that are folded or gone through in one step: a few ms on a slow device. */
const STEP = 200_000;
/** What a task costs besides its characters. */
const TASK_COST = 100;

/** Steps of a search. One of them may bring the answer, to which only the count is missing. */
export type Steps = Generator<Answer | undefined, Answer>;

/** So many places make a block, as a power of two. */
const BLOCK_BITS = 10;

/** A word of a search, and which collections and labels have it in their names. */
interface Sought {
  /** Of the word, or of those that are like it. */
  readonly finders: readonly WordFinder[];
  readonly collections: ReadonlyMap<string, number>;
  readonly labels: ReadonlyMap<string, number>;
}

/** What the last search found: one for more than that finds something only there. */
interface Found {
  readonly words: readonly string[];
  readonly places: readonly number[];
  /** Where its only word begins one in each of their texts (see WordFinder); null where there were several. */
  readonly begins: readonly number[] | null;
}

/**
 * What all tasks say, folded, which each search goes through. What changed is only noted, and read before the next search. All that
 * takes long is done step by step, and nothing is lost where somebody stops in between.
 */
export class SearchIndex {
  readonly #rows: SearchedRows;
  /** Each task that is not deleted by itself; at the same place its text: its name, and in the next lines its notes. */
  #tasks: (Task | undefined)[] = [];
  #texts: string[] = [];
  /** Their places by id, only until all have been read: they would take as much room as all else. */
  #places: Map<string, number> | null = null;
  /** Places without a task. */
  #free: number[] = [];
  /** When a task of each block of places changed last, ms since 1970 UTC. */
  #newest: number[] = [];
  /** All tasks, as far as they have not been read yet. */
  #unread!: Iterator<Task>;
  /** The ids of the tasks that changed since they were. */
  readonly #changed = new Set<string>();
  #last: Found | null = null;
  /** Counts what makes that worthless. */
  #revision = 0;

  constructor(rows: SearchedRows) {
    this.#rows = rows;
    this.changeAll();
  }

  /** A task was added, changed or deleted. */
  changeTask(id: string): void {
    this.#changed.add(id);
  }

  /** A collection or a label was. */
  changeName(): void {
    this.#forgetLast();
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
    this.#forgetLast();
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

  /**
   * Finds, step by step, the tasks that have all of these folded words, of which there is at least one, as they were at the last `catchUp`.
   * Those at the beginning of words come first, then those in names, then what changed last (rule V3). Where there is no such
   * task, words that are nowhere stand for those that are like them.
   */
  *search(words: readonly string[], limit: number): Steps {
    const found = yield* this.#find(
      words.map((word) => [word]),
      limit,
    );
    if (found.count !== 0) return found;
    const meant = yield* this.#meant(words);
    return meant ? yield* this.#find(meant, limit) : found;
  }

  /** Finds, step by step, the tasks of which something holds: what changed last comes first. */
  *filter(holds: (task: Task) => boolean, limit: number): Steps {
    const best = new Best(limit);
    const live = this.#liveCollections();
    const scoreOf = (task: Task) => (this.#isThere(task, live) && holds(task) ? 0 : null);
    const count = yield* this.#rank(this.#newestFirst(), best, [], scoreOf);
    return { ids: best.ids(), count, words: [] };
  }

  #forgetLast(): void {
    this.#last = null;
    this.#revision++;
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
    this.#forgetLast();
    const task = this.#rows.get('task', id);
    if (task?.deletedAt !== null) {
      if (known !== undefined) this.#remove(id, known);
      return TASK_COST;
    }
    const place = known ?? this.#free.pop() ?? this.#tasks.length;
    const before = this.#tasks[place];
    this.#tasks[place] = task;
    this.#places?.set(id, place);
    const block = place >> BLOCK_BITS;
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

  *#find(words: readonly (readonly string[])[], limit: number): Steps {
    const best = new Best(limit);
    const places: number[] = [];
    const begins: number[] = [];
    const sought = words.map((each) => this.#seek(each));
    const live = this.#liveCollections();
    const isPlain = words.every((each) => each.length === 1);
    const single = words.map(([word = '']) => word);
    const narrowed = isPlain ? this.#narrowed(single) : null;
    // As one goes on typing, the word begins where what it was before did, or behind that.
    const only = single.length === 1 ? sought[0]?.finders[0] : undefined;
    const from = single[0]?.startsWith(narrowed?.words[0] ?? '') ? narrowed?.begins : null;
    const revision = this.#revision;
    const inOrder = narrowed?.places ?? this.#newestFirst();
    const count = yield* this.#rank(inOrder, best, words, (task, text, at) => {
      const score = this.#score(task, text, sought, from?.[at]);
      // What was found before was there, and nothing has changed since.
      if (score === null || (!narrowed && !this.#isThere(task, live))) return null;
      places.push(inOrder[at] as number);
      if (only) begins.push(only.begin);
      return score;
    });
    if (isPlain && revision === this.#revision)
      this.#last = { words: single, places, begins: only ? begins : null };
    return { ids: best.ids(), count, words };
  }

  /** All places: blocks in which something changed last come first. */
  #newestFirst(): readonly number[] {
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

  /**
   * Offers what `scoreOf` finds at these places to the best, and counts it. Tells the best as soon as no block that comes
   * can have better ones. `at`: which of the places it is; null: it is not found there.
   */
  *#rank(
    places: readonly number[],
    best: Best,
    words: Answer['words'],
    scoreOf: (task: Task, text: string, at: number) => number | null,
  ): Generator<Answer | undefined, number> {
    let [count, cost, block] = [0, 0, -1];
    let isTold = false;
    for (let at = 0; at < places.length; at++) {
      const place = places[at] as number;
      if (place >> BLOCK_BITS !== block) {
        block = place >> BLOCK_BITS;
        if (!isTold && best.isSettled(this.#newest[block] ?? 0)) {
          isTold = true;
          yield { ids: best.ids(), count: null, words };
        }
      }
      const task = this.#tasks[place];
      const text = this.#texts[place] ?? '';
      cost += TASK_COST + text.length;
      if (cost >= STEP) {
        cost = 0;
        yield;
      }
      const score = task ? scoreOf(task, text, at) : null;
      if (!task || score === null) continue;
      count += 1;
      if (best.takes(score)) best.offer(task.id, score, task.updatedAt);
    }
    return count;
  }

  #seek(words: readonly string[]): Sought {
    const finders = words.map((word) => new WordFinder(word));
    return {
      finders,
      collections: ranksOfNames(this.#rows.rows('collection'), finders, FIELD.collection),
      labels: ranksOfNames(this.#liveLabels(), finders, FIELD.label),
    };
  }

  #liveCollections(): ReadonlySet<string> {
    const live = new Set<string>();
    for (const { id, deletedAt } of this.#rows.rows('collection')) if (deletedAt === null) live.add(id);
    return live;
  }

  *#liveLabels(): Generator<Rows['label']> {
    for (const label of this.#rows.rows('label')) if (label.deletedAt === null) yield label;
  }

  /** What the last search found, where these words can be nowhere else. */
  #narrowed(words: readonly string[]): Found | null {
    const last = this.#last;
    return last?.words.every((word) => words.some((longer) => longer.includes(word))) ? last : null;
  }

  /** Null where a word is missing. `from`: of the only word (see WordFinder.rank). */
  #score(task: Task, text: string, sought: readonly Sought[], from = 0): number | null {
    let score = 0;
    for (const { finders, collections, labels } of sought) {
      let rank = bestRank(text, finders, from);
      if (rank > 0 && labels.size > 0 && task.labels !== '')
        for (const id of task.labels.split(' ')) rank = Math.min(rank, labels.get(id) ?? NOWHERE);
      if (rank > 0 && collections.size > 0)
        rank = Math.min(rank, collections.get(this.#collectionOf(task)) ?? NOWHERE);
      if (rank === NOWHERE) return null;
      score += scoreOf(rank);
    }
    return score;
  }

  #collectionOf(task: Task): string {
    if (task.parentId === null) return task.collectionId;
    return (ancestorsOf('task', task, (table, id) => this.#rows.get(table, id)).at(-1) ?? task).collectionId;
  }

  /** `live`: the collections that are not deleted. Most tasks are told by these alone. */
  #isThere(task: Task, live: ReadonlySet<string>): boolean {
    if (task.parentId === null) return task.completedAt !== null || live.has(task.collectionId);
    return isThere(task, {
      task: (id) => this.#rows.get('task', id),
      collection: (id) => this.#rows.get('collection', id),
    });
  }

  /** The words that may have been meant, with those that are somewhere as they are; null where nothing is like one of the others. */
  *#meant(words: readonly string[]): Generator<undefined, readonly (readonly string[])[] | null> {
    const texts = () => this.#allTexts();
    const missing = new Map(words.map((word) => [word, new NearWords(word)]));
    let cost = 0;
    for (const text of texts()) {
      for (const word of missing.keys()) if (text.includes(word)) missing.delete(word);
      cost += TASK_COST + text.length;
      if (cost < STEP) continue;
      cost = 0;
      yield;
    }
    for (const text of texts()) {
      for (const near of missing.values()) near.lookIn(text);
      cost += 3 * (TASK_COST + text.length);
      if (cost < STEP) continue;
      cost = 0;
      yield;
    }
    const meant = words.map((word) => {
      const near = missing.get(word);
      return near ? near.found() : [word];
    });
    return missing.size > 0 && meant.every((each) => each.length > 0) ? meant : null;
  }

  *#allTexts(): Generator<string> {
    yield* this.#texts;
    for (const { name, deletedAt } of this.#rows.rows('collection')) if (deletedAt === null) yield fold(name);
    for (const { name } of this.#liveLabels()) yield fold(name);
  }
}
