import { useSyncExternalStore } from 'react';
import { countCompletions, type Completions } from '#src/reading/progress/completions.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from '#src/web/data/replica-context.ts';

/** The completed tasks by day, counted again on the first read after a change. */
class Counted {
  readonly #replica: Replica;
  #completions: Completions | null = null;

  constructor(replica: Replica) {
    this.#replica = replica;
    // Subscribed for the life of the Replica, so that it misses no change while the page is closed. A change
    // of the zone is announced too.
    replica.subscribe('completed', () => void (this.#completions = null));
  }

  readonly get = (): Completions => {
    this.#completions ??= countCompletions(this.#replica.lists.completed.each());
    return this.#completions;
  };

  readonly subscribe = (listener: () => void) => this.#replica.subscribe('completed', listener);
}

const known = new WeakMap<Replica, Counted>();

/** The number of tasks that the user completed on each day, including archived collections, live. */
export function useCompletions(): Completions {
  const replica = useReplica();
  const counted = known.get(replica) ?? new Counted(replica);
  known.set(replica, counted);
  return useSyncExternalStore(counted.subscribe, counted.get);
}
