/** One connection on which every server hears what every other says. */
export interface Channel {
  /**
   * Resolves when the other end has taken them all; with none, when it has given a sign of life. Rejects, or says that the
   * channel is lost, when it does not answer within some seconds.
   */
  send(messages: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface ChannelEvents {
  /** Called with each message, this server's own too. */
  readonly received: (message: string) => void;
  /** May be called more than once, and before the channel is open. */
  readonly lost: (error: unknown) => void;
}

/** Connects. Rejects within some seconds, having let go of everything, when it cannot. */
export type OpenChannel = (events: ChannelEvents) => Promise<Channel>;
