import { EventEmitter, once } from 'node:events';

const WAIT_MS = 10_000;

/** The messages that an external server has received, and a wait for later ones. */
export class Inbox<Message> {
  readonly #messages: Message[] = [];
  readonly #events = new EventEmitter();

  add(message: Message): void {
    this.#messages.push(message);
    this.#events.emit('message');
  }

  /** The received messages that `isWanted` accepts, oldest first. */
  all(isWanted: (message: Message) => boolean): Message[] {
    return this.#messages.filter((message) => isWanted(message));
  }

  /** Waits for the `count`-th of them. */
  async next(isWanted: (message: Message) => boolean, count: number): Promise<Message> {
    const signal = AbortSignal.timeout(WAIT_MS);
    for (;;) {
      const message = this.all(isWanted)[count - 1];
      if (message) return message;
      await once(this.#events, 'message', { signal });
    }
  }
}
