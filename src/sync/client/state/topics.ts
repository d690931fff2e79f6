import type { TableName } from '#src/domain/schema/index.ts';
import type { ListTopic } from '#src/domain/lists/task-lists.ts';

/** What a screen can follow. A topic is announced after everything it stands for can be read anew. */
export type Topic =
  | ListTopic
  | 'rejections'
  | 'status'
  | `${TableName}:${string}`
  /** Stands for all of them. */
  | 'everything';

/** Who listens to which topic. */
export class Topics {
  readonly #listeners = new Map<Topic, Set<() => void>>();

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

  announce(topics: ReadonlySet<Topic>): void {
    for (const topic of topics.has('everything') ? this.#listeners.keys() : topics) {
      for (const listener of this.#listeners.get(topic) ?? []) listener();
    }
  }
}
