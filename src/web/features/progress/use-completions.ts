import { useSyncExternalStore } from 'react';
import { countCompletions, type Completions } from '#src/domain/progress/completions.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from '#src/web/data/replica-context.ts';

/** What was completed, counted anew when it is asked for after a change. */
class Counted {
  readonly #replica: Replica;
  #completions: Completions | null = null;

  constructor(replica: Replica) {
    this.#replica = replica;
    // This lasts as long as the Replica: what changes while the page is closed is not to be missed. Another zone announces it too.
    replica.subscribe('completed', () => void (this.#completions = null));
  }

  readonly get = (): Completions => {
    this.#completions ??= countCompletions(this.#replica.lists.completed.each());
    return this.#completions;
  };

  readonly subscribe = (listener: () => void) => this.#replica.subscribe('completed', listener);
}

const known = new WeakMap<Replica, Counted>();

/** How many tasks the user completed on each day, with those in archived collections, live. */
export function useCompletions(): Completions {
  const replica = useReplica();
  const counted = known.get(replica) ?? new Counted(replica);
  known.set(replica, counted);
  return useSyncExternalStore(counted.subscribe, counted.get);
}
