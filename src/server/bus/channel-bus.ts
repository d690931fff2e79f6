import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '#src/domain/id.ts';
import type { Channel, OpenChannel } from './channel.ts';
import type { Log } from '#src/server/log/log.ts';
import type { Bus, Hint } from '#src/sync/server/bus.ts';

/**
 * The most hints that wait for a slow channel. Further hints are dropped, and their changes come with the
 * next beat.
 */
const MAX_WAITING = 10_000;
/** A message costs its channel far more than a hint, so that a message packs many hints. */
const BATCH_MS = 5;
/** The interval for asking a channel for a sign of life, since it may die silently. */
const PULSE_MS = 15_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

interface Message {
  /** The id of the sending server. */
  readonly from: string;
  /** When it was sent, by the clock of its sender, which alone can read it (ms). */
  readonly at: number;
  readonly hints: readonly Hint[];
}

export interface ChannelBusOptions {
  readonly open: OpenChannel;
  /** The longest message of the channel; longer than any hint. */
  readonly maxMessageBytes: number;
  readonly log: Pick<Log, 'error' | 'info'>;
  /** Called with the time in s that each message took to come back to its sender. */
  readonly onReturn?: ((seconds: number) => void) | undefined;
}

/**
 * Hints between servers (sync rule W12) on a channel that reconnects by itself. While it is lost, hints are
 * lost too.
 */
export class ChannelBus implements Bus {
  readonly #options: ChannelBusOptions;
  readonly #id = newId();
  readonly #waiting: Hint[] = [];
  #receive: (hint: Hint) => void = () => {};
  #channel: Channel | null = null;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #pulse: NodeJS.Timeout | undefined;
  /** The channel of the batch on its way. */
  #sending: Channel | null = null;
  #isStopped = false;

  constructor(options: ChannelBusOptions) {
    this.#options = options;
  }

  publish(hint: Hint): void {
    if (this.#channel === null || this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(hint);
    if (this.#sending !== this.#channel) void this.#send(this.#channel);
  }

  subscribe(receive: (hint: Hint) => void): void {
    this.#receive = receive;
  }

  /** Connects, and reconnects after each loss, until `stop`. Resolves after the first attempt. */
  async start(): Promise<void> {
    let opened: Channel | null = null;
    try {
      const channel = await this.#options.open({
        received: (message) => this.#deliver(message),
        lost: (error) => this.#lose(opened, error),
      });
      opened = channel;
      if (this.#isStopped) return await channel.close();
      this.#failures = 0;
      this.#channel = channel;
      this.#pulse = setInterval(() => void this.#say(channel, []), PULSE_MS).unref();
    } catch (error) {
      this.#retryLater(error);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    const channel = this.#channel;
    this.#channel = null;
    await channel?.close();
  }

  /** Hints that are published within BATCH_MS, or while a batch is on its way, go together. */
  async #send(channel: Channel): Promise<void> {
    this.#sending = channel;
    while (this.#waiting.length > 0) {
      await delay(BATCH_MS);
      if (this.#channel !== channel) break;
      await this.#say(channel, pack(this.#id, this.#waiting.splice(0), this.#options.maxMessageBytes));
    }
    if (this.#sending === channel) this.#sending = null;
  }

  async #say(channel: Channel, messages: readonly string[]): Promise<void> {
    try {
      await channel.send(messages);
    } catch (error) {
      this.#lose(channel, error);
    }
  }

  #deliver(text: string): void {
    try {
      const { from, at, hints } = JSON.parse(text) as Message;
      if (from !== this.#id) for (const hint of hints) this.#receive(hint);
      else this.#options.onReturn?.((performance.now() - at) / 1_000);
    } catch (error) {
      this.#options.log.error({ err: error }, 'failed to read a hint of another server');
    }
  }

  #lose(channel: Channel | null, error: unknown): void {
    // A channel that never opened, or is already lost, needs nothing.
    if (channel === null || this.#channel !== channel) return;
    this.#channel = null;
    clearInterval(this.#pulse);
    this.#waiting.length = 0;
    void channel.close().catch(() => {});
    this.#retryLater(error);
  }

  #retryLater(error: unknown): void {
    if (this.#isStopped) return;
    this.#options.log.error({ err: error }, 'no channel to the other servers, connecting again');
    const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.start(), ceiling * (0.5 + Math.random() / 2)).unref();
  }
}

/** Packs all hints into as few messages as possible, each of at most `maxBytes`. */
function pack(from: string, hints: readonly Hint[], maxBytes: number): string[] {
  const messages: string[] = [];
  let some: string[] = [];
  let bytes = 0;
  const close = () => {
    if (some.length > 0) {
      messages.push(`{"from":"${from}","at":${Math.floor(performance.now())},"hints":[${some.join(',')}]}`);
    }
    some = [];
    bytes = 0;
  };
  for (const hint of hints) {
    const text = JSON.stringify(hint);
    const length = Buffer.byteLength(text) + 1;
    if (bytes + length > maxBytes - 100) close();
    some.push(text);
    bytes += length;
  }
  close();
  return messages;
}
