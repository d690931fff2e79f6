import type { DevicePatch } from '#src/sync/client/storage/device-store.ts';
import type { ConnectionState } from '#src/sync/client/connection/link.ts';
import type { Progress } from '#src/sync/client/state/tab-state.ts';

/**
 * A message between the tabs of one user on one device. A lost message delays what another tab shows, and loses no
 * data.
 */
export type TabMessage =
  /** These records are in the stored outbox now. */
  | { readonly type: 'saved'; readonly seqs: readonly number[] }
  /** The leading tab has stored this patch. */
  | { readonly type: 'patch'; readonly patch: DevicePatch }
  /** This tab leads, and begins from the disk. Not all stored data may have been told. */
  | { readonly type: 'leads' }
  /** Connection state of the leading tab. */
  | { readonly type: 'connection'; readonly state: ConnectionState }
  /** Progress of the leading tab's load whose rows stay hidden until it is complete. */
  | { readonly type: 'progress'; readonly progress: Progress }
  /**
   * A tab asks the leading tab for its connection state. The asking tab is new, or does not know if the leading tab
   * still runs.
   */
  | { readonly type: 'joined' }
  /** The user settled these rejected mutations. */
  | { readonly type: 'discarded'; readonly mutationIds: readonly string[] }
  /** This tab has given lost data back to the storage. */
  | { readonly type: 'repaired' }
  /** The leading tab must connect again. */
  | { readonly type: 'reconnect' }
  /** The leading tab must check its connection, because the user is back at another tab. */
  | { readonly type: 'check' }
  /** The user signed out, and the data are being deleted. */
  | { readonly type: 'destroyed' };

/** True for messages that only the leading tab sends. */
export function isOfLeader({ type }: TabMessage): boolean {
  return type === 'patch' || type === 'leads' || type === 'connection' || type === 'progress';
}

/** The channel to the other tabs of this user on this device. A tab never gets its own messages. */
export interface TabChannel {
  post(message: TabMessage): void;
  close(): void;
}
