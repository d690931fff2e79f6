/** One connection on which every server hears what every other says. */
export interface Channel {
  /** Resolves when the other end has taken them all. With none it is only asked for a sign of life. */
  send(messages: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface ChannelEvents {
  /** Called with each message, this server's own too. */
  received(message: string): void;
  /** May be called more than once, and before the channel is open. */
  lost(error: unknown): void;
}

/** Connects. Rejects, having let go of everything, when it cannot. */
export type OpenChannel = (events: ChannelEvents) => Promise<Channel>;
