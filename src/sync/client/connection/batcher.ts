import type { Mutation } from '#src/tables/operations.ts';
import { MAX_BATCH } from '#src/sync/protocol.ts';

export interface BatcherOptions {
  /** The oldest durable mutations, up to the first one that `accept` turns down. */
  readonly waiting: (accept: (mutation: Mutation) => boolean) => Mutation[];
  /** True when this version of the app accepts the mutation (see isKnownMutation). */
  readonly isKnown: (mutation: Mutation) => boolean;
  /** The server closes the socket on this mutation alone, and this app does not accept it either. */
  readonly onUnsendable: (mutation: Mutation) => void;
}

/** Number of beats to hold back a mutation that an older server does not know. The server may be replaced meanwhile. */
const BEATS_TO_HOLD = 4;
/** Most characters of JSON in one push. Each takes at most 3 bytes, so the frame stays under MAX_FRAME_BYTES. */
const MAX_BATCH_CHARACTERS = 340_000;

/**
 * Forms the batches for the server, oldest mutations first and one batch at a time (sync rule W4). Finds the mutations
 * that the server does not accept.
 */
export class Batcher {
  readonly #options: BatcherOptions;
  /** The mutations that were sent and have no stored outcome yet. */
  #inFlight: readonly Mutation[] = [];
  /** Most mutations in a batch. Halved each time the server rejects a batch, to find the mutation at fault. */
  #limit = MAX_BATCH;
  /** Number of oldest mutations that may be the one at fault. */
  #suspects = 0;
  /** The mutation that an older server does not know. It waits, with all later ones (sync rule W11). */
  #held: { readonly id: string; beats: number } | null = null;

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  get inFlight(): readonly Mutation[] {
    return this.#inFlight;
  }

  /**
   * Takes the next batch into flight and returns it. Empty while another batch is in flight, or while no mutation can
   * go.
   */
  next(): readonly Mutation[] {
    if (this.#inFlight.length > 0) return [];
    let characters = 0;
    let count = 0;
    this.#inFlight = this.#options.waiting((mutation) => {
      if (mutation.id === this.#held?.id) return false;
      characters += JSON.stringify(mutation).length;
      count += 1;
      return count === 1 || (count <= this.#limit && characters <= MAX_BATCH_CHARACTERS);
    });
    return this.#inFlight;
  }

  /** The outcomes of these mutations are stored. Returns true when any of them was in flight. */
  settled(ids: ReadonlySet<string>): boolean {
    const before = this.#inFlight.length;
    this.#inFlight = this.#inFlight.filter((mutation) => !ids.has(mutation.id));
    const answered = before - this.#inFlight.length;
    this.#suspects -= answered;
    if (this.#suspects <= 0) this.#limit = MAX_BATCH;
    return answered > 0;
  }

  /** Counts a beat of the same server. After BEATS_TO_HOLD beats, the held mutation may go again. */
  beat(): void {
    if (this.#held && --this.#held.beats === 0) this.#held = null;
  }

  /** The connection is gone. Mutations without an outcome go over the next one, perhaps to a newer server. */
  drop(): void {
    this.#inFlight = [];
    this.#held = null;
  }

  /**
   * Searches the one mutation that the server does not accept, by halving the batch until one is left. When this app
   * knows that mutation, the server is older: not replaced yet, or put back.
   */
  search(rejected: readonly Mutation[]): void {
    const [suspect, ...others] = rejected;
    if (suspect && others.length === 0) {
      this.#suspects = 0;
      this.#limit = MAX_BATCH;
      if (this.#options.isKnown(suspect)) this.#held = { id: suspect.id, beats: BEATS_TO_HOLD };
      else this.#options.onUnsendable(suspect);
    } else {
      this.#suspects = rejected.length;
      this.#limit = Math.max(1, Math.ceil(rejected.length / 2));
    }
  }
}
