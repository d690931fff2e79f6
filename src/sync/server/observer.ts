import type { Outcome } from '#src/sync/protocol.ts';

/** Hears what the hub does, to count and time it (s). It is called on the way of each message: it is quick, and never throws. */
export interface SyncObserver {
  /** A push that came `seconds` ago is committed. */
  committed(outcomes: readonly Outcome[], seconds: number): void;
  /** The patch that answers a message which came `seconds` ago is on its way to the device. */
  answered(seconds: number): void;
  /** The first of the mutations that a device just pushed had waited there for so long. */
  waited(seconds: number): void;
}
