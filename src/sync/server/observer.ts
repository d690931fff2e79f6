import type { Outcome } from '#src/sync/protocol.ts';

/**
 * Hears of the hub's work, to count and time it (in seconds). The hub calls it on the path of each message, so it is
 * quick and never throws.
 */
export interface SyncObserver {
  /** A push is committed, `seconds` after it came. */
  committed(outcomes: readonly Outcome[], seconds: number): void;
  /** The answer to a message is on its way to the device, `seconds` after the message came. */
  answered(seconds: number): void;
  /** The first mutation of a push had waited on the device for this long. */
  waited(seconds: number): void;
}
