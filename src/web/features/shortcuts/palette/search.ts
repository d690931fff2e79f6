import { SearchIndex, type Answer, type Steps } from '#src/reading/search/search-index.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** The longest run of work in ms before painting and key presses get their turn. */
const SLICE_MS = 8;

/** The search in the user's tasks. Its index is built on first use, and follows later changes. */
export class TaskSearch {
  readonly #index: SearchIndex;
  #stop: () => void = () => {};

  constructor(replica: Replica) {
    this.#index = new SearchIndex(replica);
    replica.watch((topics) => {
      if (topics.has('everything')) this.#index.changeAll();
      for (const topic of topics) {
        const [table, id] = topic.split(':', 2);
        if (table === 'task' && id !== undefined) this.#index.changeTask(id);
        else if (table === 'collection' || table === 'label') this.#index.changeName();
      }
    });
  }

  /** Begins to build the index. */
  prepare(): void {
    this.#run(this.#index.catchUp(), () => {});
  }

  /**
   * Finds tasks (see SearchIndex.search), in slices that delay no frame. Calls `onAnswer` before returning if
   * one slice is enough, and again if the count comes later. Ends an earlier search.
   */
  find(words: readonly string[], limit: number, onAnswer: (answer: Answer) => void): void {
    this.#run(
      this.#caughtUp((index) => index.search(words, limit)),
      onAnswer,
    );
  }

  /** Finds the tasks that `holds` accepts (see SearchIndex.filter), in the same way. */
  filter(holds: (task: Task) => boolean, limit: number, onAnswer: (answer: Answer) => void): void {
    this.#run(
      this.#caughtUp((index) => index.filter(holds, limit)),
      onAnswer,
    );
  }

  /** Ends the current search. */
  stop(): void {
    this.#stop();
  }

  *#caughtUp(work: (index: SearchIndex) => Steps): Steps {
    yield* this.#index.catchUp();
    return yield* work(this.#index);
  }

  #run<T>(steps: Generator<T | undefined, T>, onResult: (result: T) => void): void {
    this.#stop();
    const running = new AbortController();
    this.#stop = () => running.abort();
    const work = () => {
      const end = performance.now() + SLICE_MS;
      while (!running.signal.aborted) {
        const { done, value } = steps.next();
        if (done) return onResult(value);
        // The page paints this before the rest is counted.
        if (value !== undefined) onResult(value);
        if (value !== undefined || performance.now() > end) return void pause().then(work);
      }
    };
    work();
  }
}

/** Lets user input and visible updates run first, but not background work. */
const pause = (): Promise<void> =>
  'scheduler' in globalThis
    ? scheduler.postTask(() => {}, { priority: 'user-visible' })
    : new Promise((resolve) => setTimeout(resolve));

const searches = new WeakMap<Replica, TaskSearch>();

export function taskSearchOf(replica: Replica): TaskSearch {
  const search = searches.get(replica) ?? new TaskSearch(replica);
  searches.set(replica, search);
  return search;
}
