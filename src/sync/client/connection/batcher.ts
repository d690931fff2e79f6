import type { Mutation } from '#src/mutators/index.ts';
import { MAX_BATCH } from '#src/sync/protocol.ts';

export interface BatcherOptions {
  /** The oldest durable mutations that wait, as long as `accept` takes them. */
  readonly waiting: (accept: (mutation: Mutation) => boolean) => Mutation[];
  /** Whether this version of the app takes it (see isKnownMutation). */
  readonly isKnown: (mutation: Mutation) => boolean;
  /** The server closes the socket on this mutation alone, and this app would not take it either. */
  readonly onUnsendable: (mutation: Mutation) => void;
}

/** How many beats a mutation is held back that an older server does not know: it may be replaced meanwhile. */
const BEATS_TO_HOLD = 4;
/** Characters of JSON in one push; each takes at most 3 bytes, which keeps a frame under MAX_FRAME_BYTES. */
const MAX_BATCH_CHARACTERS = 340_000;

/** What goes to the server together, oldest first and one batch at a time (sync rule W4), and what it will not take. */
export class Batcher {
  readonly #options: BatcherOptions;
  /** What has been sent and has no stored outcome yet. */
  #inFlight: readonly Mutation[] = [];
  /** Halved each time the server rejects a batch for one of its mutations, to find out which it is. */
  #limit = MAX_BATCH;
  /** How many of the oldest mutations may be the one that it rejected. */
  #suspects = 0;
  /** What an older server does not know: it waits, with all that came after it (sync rule W11). */
  #held: { readonly id: string; beats: number } | null = null;

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  get inFlight(): readonly Mutation[] {
    return this.#inFlight;
  }

  /** The next batch, which is in flight then. None while another one is, or while nothing can be sent. */
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

  /** The outcomes of these mutations are stored. Returns whether any of them was in flight. */
  settled(ids: ReadonlySet<string>): boolean {
    const before = this.#inFlight.length;
    this.#inFlight = this.#inFlight.filter((mutation) => !ids.has(mutation.id));
    const answered = before - this.#inFlight.length;
    this.#suspects -= answered;
    if (this.#suspects <= 0) this.#limit = MAX_BATCH;
    return answered > 0;
  }

  /** The server is still the same. */
  beat(): void {
    if (this.#held && --this.#held.beats === 0) this.#held = null;
  }

  /** The connection is gone. All that has no outcome goes with the next one, which may be to a newer server. */
  drop(): void {
    this.#inFlight = [];
    this.#held = null;
  }

  /**
   * One of these is the mutation that the server will not take: tries with half of them, until one is left. When this app
   * would take it, the server is an older one, which was not replaced yet or put back.
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
