/** A connection that carries the messages of every server to every other one. */
export interface Channel {
  /**
   * Resolves when the other end has taken all messages; with no messages, after a sign of life. Without an
   * answer for some seconds, it rejects or reports the channel as lost.
   */
  send(messages: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface ChannelEvents {
  /** Called with each message, this server's own included. */
  readonly received: (message: string) => void;
  /** May be called more than once, and before the channel is open. */
  readonly lost: (error: unknown) => void;
}

/** Connects. Rejects within some seconds on failure, and leaves nothing open. */
export type OpenChannel = (events: ChannelEvents) => Promise<Channel>;
