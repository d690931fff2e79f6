import { SearchIndex, type Answer, type Steps } from '#src/domain/search/search-index.ts';
import type { Task } from '#src/domain/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** How long it works before the page may be painted and keys be heard, ms. */
const SLICE_MS = 8;

/** The search in the user's tasks: its index is made when it is first needed, and follows what changes from then on. */
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

  /** Begins to make the index. */
  prepare(): void {
    this.#run(this.#index.catchUp(), () => {});
  }

  /**
   * Finds tasks (see SearchIndex.search), in slices that hold up no frame: `onAnswer` is called before this returns where one is enough, and
   * once more where the count comes later. Gives up what was looked for before.
   */
  find(words: readonly string[], limit: number, onAnswer: (answer: Answer) => void): void {
    this.#run(
      this.#caughtUp((index) => index.search(words, limit)),
      onAnswer,
    );
  }

  /** Finds the tasks of which something holds (see SearchIndex.filter), in the same way. */
  filter(holds: (task: Task) => boolean, limit: number, onAnswer: (answer: Answer) => void): void {
    this.#run(
      this.#caughtUp((index) => index.filter(holds, limit)),
      onAnswer,
    );
  }

  /** Gives up what is looked for. */
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
        // The page draws it before the rest is counted.
        if (value !== undefined) onResult(value);
        if (value !== undefined || performance.now() > end) return void pause().then(work);
      }
    };
    work();
  }
}

/** Waits for what the user does, but not for what is behind the screen. */
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
