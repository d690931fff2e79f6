import type { Rows } from '#src/domain/schema/index.ts';
import { ancestorsOf } from '#src/domain/schema/row.ts';
import { isThere, type Task } from '#src/domain/task.ts';
import { Best } from './best.ts';
import { fold } from '#src/domain/fold.ts';
import { blockOf, FoldedTasks, STEP, TASK_COST, type SearchedRows } from './folded-tasks.ts';
import { NearWords } from './near-words.ts';
import { bestRank, FIELD, NOWHERE, ranksOfNames, scoreOf, WordFinder } from './rank.ts';

/** What was found. */
export interface Answer {
  /** The best, as many as were asked for at most. */
  readonly ids: readonly string[];
  /** How many there are in all; null until they are counted. */
  readonly count: number | null;
  /** What any of the tasks found has of each word: it itself, or where it is nowhere, the words that are like it. */
  readonly words: readonly (readonly string[])[];
}

/** Steps of a search. One of them may bring the answer, to which only the count is missing. */
export type Steps = Generator<Answer | undefined, Answer>;

/** A word of a search, and which collections and labels have it in their names. */
interface Sought {
  /** The finders of the word, or of those that are like it. */
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
 * Finds tasks by going through what all of them say. Reading and searching are done step by step, and nothing is lost where somebody stops
 * in between.
 */
export class SearchIndex {
  readonly #rows: SearchedRows;
  readonly #folded: FoldedTasks;
  #last: Found | null = null;
  /** Counts what makes that worthless. */
  #revision = 0;

  constructor(rows: SearchedRows) {
    this.#rows = rows;
    this.#folded = new FoldedTasks(rows, () => this.#forgetLast());
  }

  /** A task was added, changed or deleted: it is read again by the next `catchUp`. */
  changeTask(id: string): void {
    this.#folded.changeTask(id);
  }

  /** A collection or a label was. */
  changeName(): void {
    this.#forgetLast();
  }

  /** Anything may have changed. */
  changeAll(): void {
    this.#folded.changeAll();
  }

  /** Reads, step by step, what has not been read or has changed. */
  catchUp(): Generator<undefined> {
    return this.#folded.catchUp();
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
    const count = yield* this.#rank(this.#folded.newestFirst(), best, [], scoreOf);
    return { ids: best.ids(), count, words: [] };
  }

  #forgetLast(): void {
    this.#last = null;
    this.#revision++;
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
    const inOrder = narrowed?.places ?? this.#folded.newestFirst();
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
    const { tasks, texts } = this.#folded;
    for (let at = 0; at < places.length; at++) {
      const place = places[at] as number;
      if (blockOf(place) !== block) {
        block = blockOf(place);
        if (!isTold && best.isSettled(this.#folded.newestOf(block))) {
          isTold = true;
          yield { ids: best.ids(), count: null, words };
        }
      }
      const task = tasks[place];
      const text = texts[place] ?? '';
      cost += TASK_COST + text.length;
      if (cost >= STEP) {
        cost = 0;
        yield;
      }
      const score = task ? scoreOf(task, text, at) : null;
      if (!task || score === null) continue;
      count += 1;
      best.offer(task, score);
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
    yield* this.#folded.texts;
    for (const { name, deletedAt } of this.#rows.rows('collection')) if (deletedAt === null) yield fold(name);
    for (const { name } of this.#liveLabels()) yield fold(name);
  }
}
