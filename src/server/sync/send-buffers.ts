/** A socket that may hold data for a slow reader. */
export interface Buffered {
  readonly bufferedAmount: number;
  terminate(): void;
}

/** Characters. A shorter text would share a larger piece of memory, and keep all of it. */
const LONG_TEXT = 32_768;

/**
 * The data that waits in memory for all slow readers together. A reader's own limit does not bound it: many
 * readers just within their limits are as bad as one far past it.
 */
export class SendBuffers {
  readonly #maxBytes: number;
  /** The waiting bytes of each socket at its last check. */
  readonly #known = new Map<Buffered, number>();
  #bytes = 0;
  #last: { readonly text: string; readonly frame: Buffer } | null = null;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * The frame for a text. Equal texts share their bytes, so that a frame that waits for many is in memory
   * once. The bytes are outside of the JavaScript heap, which would otherwise grow to several times their
   * size before it is cleaned up.
   */
  frameOf(text: string): string | Buffer {
    if (text.length < LONG_TEXT) return text;
    if (this.#last?.text !== text) this.#last = { text, frame: Buffer.from(text) };
    return this.#last.frame;
  }

  /**
   * Has to be called after each sending. It cuts off the sockets with the most waiting data until the total
   * is within the limit.
   */
  sent(socket: Buffered): void {
    this.#look(socket);
    if (this.#bytes > this.#maxBytes) this.#relieve();
  }

  closed(socket: Buffered): void {
    this.#bytes -= this.#known.get(socket) ?? 0;
    this.#known.delete(socket);
  }

  #look(socket: Buffered): void {
    const { bufferedAmount } = socket;
    this.#bytes += bufferedAmount - (this.#known.get(socket) ?? 0);
    if (bufferedAmount > 0) this.#known.set(socket, bufferedAmount);
    else this.#known.delete(socket);
  }

  #relieve(): void {
    // Most sockets have sent their data since their last check.
    for (const socket of this.#known.keys()) this.#look(socket);
    const worst = [...this.#known].toSorted(([, a], [, b]) => b - a);
    for (const [socket] of worst) {
      if (this.#bytes <= this.#maxBytes) return;
      this.closed(socket);
      // A close frame would wait behind this data, which has to go now. The device connects again after a
      // while.
      socket.terminate();
    }
  }
}
