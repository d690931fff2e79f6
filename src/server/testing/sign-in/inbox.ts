import { EventEmitter, once } from 'node:events';

const WAIT_MS = 10_000;

/** What has come to a server that stands for the world outside, and what is still to come. */
export class Inbox<Message> {
  readonly #messages: Message[] = [];
  readonly #events = new EventEmitter();

  add(message: Message): void {
    this.#messages.push(message);
    this.#events.emit('message');
  }

  /** Those that have come, oldest first. */
  all(isWanted: (message: Message) => boolean): Message[] {
    return this.#messages.filter((message) => isWanted(message));
  }

  /** The `count`-th of them, waited for. */
  async next(isWanted: (message: Message) => boolean, count: number): Promise<Message> {
    const signal = AbortSignal.timeout(WAIT_MS);
    for (;;) {
      const message = this.all(isWanted)[count - 1];
      if (message) return message;
      await once(this.#events, 'message', { signal });
    }
  }
}
