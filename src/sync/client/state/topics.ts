import type { TableName } from '#src/domain/schema/index.ts';
import type { ListName } from '#src/domain/lists/task-lists.ts';

/** What a screen can follow. A topic is announced after everything it stands for can be read anew. */
export type Topic =
  | ListName
  | 'rejections'
  | 'status'
  | `${TableName}:${string}`
  /** Stands for all of them. */
  | 'everything';

/** Is told of each change what it concerns. */
export type Watcher = (topics: ReadonlySet<Topic>) => void;

/** Who listens to which topic. */
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
    for (const topic of topics.has('everything') ? this.#listeners.keys() : topics) {
      for (const listener of this.#listeners.get(topic) ?? []) listener();
    }
  }
}
