import type { Rows } from '#src/tables/tables.ts';
import { ancestorsOf } from '#src/tables/kit/row.ts';
import { isThere, type Task } from '#src/tables/task/task.ts';
import { Best } from './best.ts';
import { fold } from '#src/domain/text/fold.ts';
import { blockOf, FoldedTasks, STEP, TASK_COST, type SearchedRows } from './folded-tasks.ts';
import { NearWords } from './near-words.ts';
import { bestRank, FIELD, NOWHERE, ranksOfNames, scoreOf, WordFinder } from './rank.ts';

/** The result of a search. */
export interface Answer {
  /** The best tasks, at most as many as asked for. */
  readonly ids: readonly string[];
  /** The number of all matches; null until they are counted. */
  readonly count: number | null;
  /** For each word, the words to mark: itself, or the similar words when no task has it. */
  readonly words: readonly (readonly string[])[];
}

/** Steps of a search. A step may yield the answer before its count is known. */
export type Steps = Generator<Answer | undefined, Answer>;

/** A word of a search, with the collections and labels that have it in their names. */
interface Sought {
  /** The finders of the word, or of similar words. */
  readonly finders: readonly WordFinder[];
  readonly collections: ReadonlyMap<string, number>;
  readonly labels: ReadonlyMap<string, number>;
}

/** The result of the last search. A search that extends it needs to look only at these places. */
interface Found {
  readonly words: readonly string[];
  readonly places: readonly number[];
  /** The first match at the beginning of a word in each text (see WordFinder); null for several words. */
  readonly begins: readonly number[] | null;
}

/** The part of a score that puts completed tasks behind all open ones: more than any words add up to. */
function openFirst({ completedAt }: Task): number {
  return completedAt === null ? 0 : 1e9;
}

/**
 * Finds tasks by searching the texts of all of them. Reading and searching go step by step; stopping between
 * two steps loses nothing.
 */
export class SearchIndex {
  readonly #rows: SearchedRows;
  readonly #folded: FoldedTasks;
  #last: Found | null = null;
  /** Counts the changes that make the last result worthless. */
  #revision = 0;

  constructor(rows: SearchedRows) {
    this.#rows = rows;
    this.#folded = new FoldedTasks(rows, () => this.#forgetLast());
  }

  /** Notes a task that was added, changed or deleted, for the next `catchUp`. */
  changeTask(id: string): void {
    this.#folded.changeTask(id);
  }

  /** Notes that a collection or a label was added, changed or deleted. */
  changeName(): void {
    this.#forgetLast();
  }

  /** To be called when anything may have changed. */
  changeAll(): void {
    this.#folded.changeAll();
  }

  /** Reads new and changed tasks, step by step. */
  catchUp(): Generator<undefined> {
    return this.#folded.catchUp();
  }

  /**
   * Finds, step by step, the tasks with all of these folded words, as of the last `catchUp`. `words` must not
   * be empty. Open tasks come before completed ones; then matches at the beginning of words, matches in names, and the last change
   * (rule V3). If no task has a word, similar words stand for it.
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

  /** Finds, step by step, the tasks that match `holds`: the open ones first, then the last change. */
  *filter(holds: (task: Task) => boolean, limit: number): Steps {
    const best = new Best(limit);
    const live = this.#liveCollections();
    const scoreOf = (task: Task) => (this.#isThere(task, live) && holds(task) ? openFirst(task) : null);
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
    // While the user types on, the word begins where the shorter one did, or later.
    const only = single.length === 1 ? sought[0]?.finders[0] : undefined;
    const from = single[0]?.startsWith(narrowed?.words[0] ?? '') ? narrowed?.begins : null;
    const revision = this.#revision;
    const inOrder = narrowed?.places ?? this.#folded.newestFirst();
    const count = yield* this.#rank(inOrder, best, words, (task, text, at) => {
      const score = this.#score(task, text, sought, from?.[at]);
      // The places of the last result were there then, and nothing has changed since.
      if (score === null || (!narrowed && !this.#isThere(task, live))) return null;
      places.push(inOrder[at] as number);
      if (only) begins.push(only.begin);
      return score + openFirst(task);
    });
    if (isPlain && revision === this.#revision)
      this.#last = { words: single, places, begins: only ? begins : null };
    return { ids: best.ids(), count, words };
  }

  /**
   * Offers the matches of `scoreOf` at these places to `best`, and counts them. Yields the answer as soon as
   * no later block can have a better task. `at` is the index of the place; null means no match.
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

  /** The last result, if these words can match only within it. */
  #narrowed(words: readonly string[]): Found | null {
    const last = this.#last;
    return last?.words.every((word) => words.some((longer) => longer.includes(word))) ? last : null;
  }

  /** Null when a word is missing. `from`: of a single word (see WordFinder.rank). */
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

  /** `live`: the collections that are not deleted. They decide for most tasks. */
  #isThere(task: Task, live: ReadonlySet<string>): boolean {
    if (task.parentId === null) return task.completedAt !== null || live.has(task.collectionId);
    return isThere(task, {
      task: (id) => this.#rows.get('task', id),
      collection: (id) => this.#rows.get('collection', id),
    });
  }

  /**
   * For each word, itself if some task has it, or else the similar words. Null when no word is missing, or a
   * missing one has no similar word.
   */
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
