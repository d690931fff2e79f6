import { MutationRejected, SunglowError } from '#src/domain/errors.ts';
import { mutationOf, type Operation } from '#src/mutators/index.ts';
import { doneAt, inverseOf } from '#src/mutators/inverse.ts';
import type { HistoryEntries, HistoryEntry, HistoryStore } from '#src/sync/client/storage/history-entries.ts';
import { StorageFailed } from './outbox.ts';
import type { TabState } from './tab-state.ts';

/** So many changes can be taken back. */
export const HISTORY_LIMIT = 50;

/** An entry that was to be taken back or done again, and why it was not, if it was not. */
export interface HistoryMove {
  readonly entry: HistoryEntry;
  /**
   * MutationRejected or NothingToChange when it has become impossible, and is gone from the history; StorageFailed when it
   * can be tried again.
   */
  readonly error: SunglowError | null;
}

export interface HistoryOptions {
  readonly store: HistoryStore;
  /** What the operations are run on. */
  readonly state: TabState;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** The rows have changed since, so that taking the change back, or doing it again, would change nothing. */
export class NothingToChange extends SunglowError {
  constructor() {
    super('NOTHING_TO_CHANGE', 'It was changed elsewhere in the meantime. There is nothing left to do.');
  }
}

/**
 * The changes of a user on a device, which can be taken back in any of its tabs and at any later visit. Taking one back is
 * one more mutation, which other devices see and the server may reject.
 */
export class History {
  readonly #options: HistoryOptions;
  #sequence: Promise<unknown> = Promise.resolve();

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /**
   * Runs operations at once and remembers them as one change; what can be done again is then forgotten. Resolves when they
   * are durable, to the id of the entry; null when there is none to take back. Rejects as `Replica.mutate` does: those of
   * several that were not rejected hold.
   */
  async do(operations: readonly Operation[]): Promise<string | null> {
    const { rejection, inverse, saved } = this.#run(operations);
    const remembered = this.remember(operations, inverse, saved);
    await saved;
    if (rejection) throw rejection;
    return remembered;
  }

  /**
   * Remembers as one change what `inverse` takes back, in that order, once it is `saved`. Resolves to the id of the entry; null when there
   * is nothing to take back, or it could not be remembered.
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
        // Whoever did it is told.
        () => false,
      );
      return isSaved && this.#keep((entries) => record(entries, entry));
    });
    return isKept ? entry.id : null;
  }

  /** Takes back the newest change, or the one with this id. Resolves when that is durable; null when there is none. */
  undo(id?: string): Promise<HistoryMove | null> {
    return this.#inSequence(() => this.#move('undo', 'redo', id));
  }

  /** Does again what was last taken back, by the rules of `undo`. */
  redo(): Promise<HistoryMove | null> {
    return this.#inSequence(() => this.#move('redo', 'undo'));
  }

  async #move(
    from: keyof HistoryEntries,
    to: keyof HistoryEntries,
    id?: string,
  ): Promise<HistoryMove | null> {
    const { store, state, now } = this.#options;
    // What it is about may otherwise seem to be gone.
    await state.whenAll();
    let taken: HistoryEntry | undefined;
    // Taken first, so that no other tab takes it too.
    const entry = await store.changeHistory((entries) => {
      const move = take(entries, from, taken?.id ?? id);
      // Asked again after a failure, with that entry gone: it was taken then, and no other is to be.
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

  /** False when the store fails: the user's data are safe, but the entry is not to be had later. */
  #keep(change: (entries: HistoryEntries) => HistoryEntries): Promise<boolean> {
    return this.#options.store.changeHistory((entries) => [change(entries), true]).catch(() => false);
  }

  /** Runs what is not rejected. `inverse`: what takes back whatever changed something. `saved`: when all is durable. */
  #run(operations: readonly Operation[]) {
    const { state, newId } = this.#options;
    let rejection: MutationRejected | null = null;
    const inverse: Operation[] = [];
    const saves: Promise<void>[] = [];
    for (const operation of operations) {
      const undoing = inverseOf(operation, state.view);
      try {
        saves.push(state.mutate(mutationOf(newId(), operation)));
        if (undoing) inverse.push(undoing);
      } catch (error) {
        if (!(error instanceof MutationRejected)) throw error;
        rejection ??= error;
      }
    }
    // What was done last is taken back first.
    return { rejection, inverse: inverse.toReversed(), saved: Promise.all(saves) };
  }

  /** One after the other, so that what was just done is remembered before it is to be taken back. */
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

/** The entries with this one as the newest, unless it is there already: a write that failed unclearly is repeated. */
function put(entries: HistoryEntries, to: keyof HistoryEntries, entry: HistoryEntry): HistoryEntries {
  if (entries[to].some(({ id }) => id === entry.id)) return entries;
  return { ...entries, [to]: [...entries[to], entry].slice(-HISTORY_LIMIT) };
}

/** The entries without the newest, or without the one with this id, and that entry. */
function take(
  entries: HistoryEntries,
  from: keyof HistoryEntries,
  id?: string,
): readonly [HistoryEntries, HistoryEntry | undefined] {
  const entry = id === undefined ? entries[from].at(-1) : entries[from].find((other) => other.id === id);
  return [{ ...entries, [from]: entries[from].filter((other) => other !== entry) }, entry];
}
