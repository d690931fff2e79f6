/** A socket for whose reader something may be waiting. */
export interface Buffered {
  readonly bufferedAmount: number;
  terminate(): void;
}

/** Characters. The bytes of a shorter text would be part of a larger piece of memory, all of which would stay for them. */
const LONG_TEXT = 32_768;

/**
 * What waits in memory for all slow readers together. A reader's own limit does not bound it: many who are just within it
 * are as bad as one who is far past it.
 */
export class SendBuffers {
  readonly #maxBytes: number;
  /** What each had waiting when it was last looked at. */
  readonly #known = new Map<Buffered, number>();
  #bytes = 0;
  #last: { readonly text: string; readonly frame: Buffer } | null = null;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * What to send for a text. The same text is the same bytes, so that what waits for many is there once. They lie outside of
   * the heap of JavaScript, which would grow to several times of what waits in it before it is cleared up.
   */
  frameOf(text: string): string | Buffer {
    if (text.length < LONG_TEXT) return text;
    if (this.#last?.text !== text) this.#last = { text, frame: Buffer.from(text) };
    return this.#last.frame;
  }

  /** Call it whenever something was sent. It cuts off those for whom most waits, until what is left is within the bound. */
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
    // Most have read meanwhile what was waiting when they were last looked at.
    for (const socket of this.#known.keys()) this.#look(socket);
    const worst = [...this.#known].toSorted(([, a], [, b]) => b - a);
    for (const [socket] of worst) {
      if (this.#bytes <= this.#maxBytes) return;
      this.closed(socket);
      // A close frame would wait behind all the rest, which has to go now. The device connects anew after a while.
      socket.terminate();
    }
  }
}
