import { MutationRejected, SunglowError } from '#src/domain/errors.ts';
import { mutationOf, type Door, type Operation } from '#src/tables/operations.ts';
import { doneAt, inverseOf } from '#src/tables/inverse.ts';
import type { HistoryEntries, HistoryEntry, HistoryStore } from '#src/sync/client/storage/history-entries.ts';
import { StorageFailed } from './outbox.ts';
import type { TabState } from './tab-state.ts';

/** Most changes that can be taken back. */
export const HISTORY_LIMIT = 50;

/** An entry that an undo or redo has tried, and the error that stopped it, if any. */
export interface HistoryMove {
  readonly entry: HistoryEntry;
  /**
   * MutationRejected or NothingToChange when the move has become impossible: the entry is gone from the history.
   * StorageFailed when the move can be tried again.
   */
  readonly error: SunglowError | null;
}

export interface HistoryOptions {
  readonly store: HistoryStore;
  /** The tab state that runs the operations. */
  readonly state: TabState;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** The rows have changed since, so the undo or redo would change nothing. */
export class NothingToChange extends SunglowError {
  constructor() {
    super('NOTHING_TO_CHANGE', 'It was changed elsewhere in the meantime. There is nothing left to do.');
  }
}

/**
 * The changes of a user on a device. Any of its tabs can take them back, also at a later visit. An undo is a new
 * mutation: other devices see it, and the server may reject it.
 */
export class History {
  readonly #options: HistoryOptions;
  #sequence: Promise<unknown> = Promise.resolve();

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /**
   * Runs operations at once and remembers them as one change, and forgets the changes to do again. Resolves when the
   * operations are durable: to the id of the entry, or to null when there is nothing to take back. Rejects as
   * `Replica.mutate` does; operations that were not rejected stay in effect. `door` and the ids that `newMutationId`
   * makes: see `Replica.mutate`.
   */
  async do(
    operations: readonly Operation[],
    door?: Door,
    newMutationId = this.#options.newId,
  ): Promise<string | null> {
    const { rejection, inverse, saved } = this.#run(operations, door, newMutationId);
    const remembered = this.remember(operations, inverse, saved);
    await saved;
    if (rejection) throw rejection;
    return remembered;
  }

  /**
   * Remembers operations as one change once they are `saved`. `inverse` takes them back, in its order. Resolves to the
   * id of the entry, or to null when there is nothing to take back or the entry could not be stored.
   */
  async remember(
    operations: readonly Operation[],
    inverse: readonly Operation[],
    saved: Promise<unknown>,
  ): Promise<string | null> {
    const last = operations.at(-1);
    if (!last || inverse.length === 0) return null;
    const entry = { id: this.#options.newId(), name: last.name, rowId: last.args.id, steps: inverse };
    const isKept = await this.#inSequence(async () => {
      const isSaved = await saved.then(
        () => true,
        // The caller that awaits `saved` gets the error.
        () => false,
      );
      return isSaved && this.#keep((entries) => record(entries, entry));
    });
    return isKept ? entry.id : null;
  }

  /**
   * Takes back the newest change, or the one with this id. Resolves when the undo is durable. Null when there is no
   * such change.
   */
  undo(id?: string): Promise<HistoryMove | null> {
    return this.#inSequence(() => this.#move('undo', 'redo', id));
  }

  /** Does the change again that was last taken back, by the rules of `undo`. */
  redo(): Promise<HistoryMove | null> {
    return this.#inSequence(() => this.#move('redo', 'undo'));
  }

  async #move(
    from: keyof HistoryEntries,
    to: keyof HistoryEntries,
    id?: string,
  ): Promise<HistoryMove | null> {
    const { store, state, now } = this.#options;
    // Before all rows are read, the row of the change may seem to be gone.
    await state.whenAll();
    let taken: HistoryEntry | undefined;
    // The entry is taken first, so that no other tab takes it too.
    const entry = await store.changeHistory((entries) => {
      const move = take(entries, from, taken?.id ?? id);
      // After an unclear failure this runs again, perhaps with the entry gone. Then this tab has the entry already, and
      // must not take another one.
      taken = move[1] ?? taken;
      return [move[0], taken];
    });
    if (!entry) return null;
    const { rejection, inverse, saved } = this.#run(entry.steps.map((step) => doneAt(now(), step)));
    try {
      await saved;
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      await this.#keep((entries) => put(entries, from, entry));
      return { entry, error };
    }
    if (inverse.length === 0) return { entry, error: rejection ?? new NothingToChange() };
    await this.#keep((entries) => put(entries, to, { ...entry, steps: inverse }));
    return { entry, error: null };
  }

  /** Resolves to false when the store fails. The user's data are safe, but the entry is lost. */
  #keep(change: (entries: HistoryEntries) => HistoryEntries): Promise<boolean> {
    return this.#options.store.changeHistory((entries) => [change(entries), true]).catch(() => false);
  }

  /**
   * Runs the operations, except rejected ones. `inverse` takes back all that changed something. `saved` resolves when
   * all are durable.
   */
  #run(operations: readonly Operation[], door?: Door, newMutationId = this.#options.newId) {
    const { state } = this.#options;
    let rejection: MutationRejected | null = null;
    const inverse: Operation[] = [];
    const saves: Promise<void>[] = [];
    for (const operation of operations) {
      const undoing = inverseOf(operation, state.view);
      try {
        saves.push(state.mutate(mutationOf(newMutationId(), operation, door)));
        if (undoing) inverse.push(undoing);
      } catch (error) {
        if (!(error instanceof MutationRejected)) throw error;
        rejection ??= error;
      }
    }
    // The last operation is taken back first.
    return { rejection, inverse: inverse.toReversed(), saved: Promise.all(saves) };
  }

  /** Runs work one after the other, so that a change is remembered before an undo looks for it. */
  #inSequence<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#sequence.then(work);
    this.#sequence = done.catch(() => {});
    return done;
  }
}

function record(entries: HistoryEntries, entry: HistoryEntry): HistoryEntries {
  const after = put(entries, 'undo', entry);
  return after === entries ? entries : { ...after, redo: [] };
}

/**
 * The entries with this one as the newest. Unchanged when it is there already, because a write that failed unclearly is
 * repeated.
 */
function put(entries: HistoryEntries, to: keyof HistoryEntries, entry: HistoryEntry): HistoryEntries {
  if (entries[to].some(({ id }) => id === entry.id)) return entries;
  return { ...entries, [to]: [...entries[to], entry].slice(-HISTORY_LIMIT) };
}

/** The entries without the newest one, or without the one with this id, and the removed entry. */
function take(
  entries: HistoryEntries,
  from: keyof HistoryEntries,
  id?: string,
): readonly [HistoryEntries, HistoryEntry | undefined] {
  const entry = id === undefined ? entries[from].at(-1) : entries[from].find((other) => other.id === id);
  return [{ ...entries, [from]: entries[from].filter((other) => other !== entry) }, entry];
}
