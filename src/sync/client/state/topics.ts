import type { TableName } from '#src/tables/tables.ts';
import type { ListTopic } from '#src/reading/lists/list-name.ts';

/**
 * A topic that a screen can follow. It is announced once its new state can be read. The topic of a sub-task also covers
 * the values that it takes from the tasks above it.
 */
export type Topic =
  | ListTopic
  | 'rejections'
  | 'status'
  | `${TableName}:${string}`
  /** Any row of the table. Announced with the topic of the row. */
  | `${typeof EVERY}${TableName}`
  /** All topics at once. */
  | 'everything';

const EVERY = 'every-';

/** A function that gets the topics of each change. */
export type Watcher = (topics: ReadonlySet<Topic>) => void;

/** The listeners of each topic, and the watchers of all topics. */
export class Topics {
  readonly #listeners = new Map<Topic, Set<() => void>>();
  readonly #watchers = new Set<Watcher>();

  /** Calls `listener` after each change of the topic, until the returned function is called. */
  subscribe(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  /** Calls `watcher` with the topics of each change, until the returned function is called. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  announce(topics: ReadonlySet<Topic>): void {
    for (const watcher of this.#watchers) watcher(topics);
    for (const topic of topics.has('everything') ? this.#listeners.keys() : topics) this.#tell(topic);
    if (topics.has('everything')) return;
    const tables = new Set(Array.from(topics, (topic) => topic.slice(0, topic.indexOf(':') + 1)));
    for (const topic of this.#listeners.keys())
      if (topic.startsWith(EVERY) && tables.has(`${topic.slice(EVERY.length)}:`)) this.#tell(topic);
  }

  #tell(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}
