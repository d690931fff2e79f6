import type { DevicePatch } from '#src/sync/client/storage/device-store.ts';
import type { ConnectionState } from '#src/sync/client/connection/link.ts';
import type { Progress } from '#src/sync/client/state/tab-state.ts';

/** What the tabs of one user on one device tell each other. Losing one delays what another tab shows, and loses nothing. */
export type TabMessage =
  /** These records are in the stored outbox now. */
  | { readonly type: 'saved'; readonly seqs: readonly number[] }
  /** The leading tab has stored this patch. */
  | { readonly type: 'patch'; readonly patch: DevicePatch }
  /** This tab leads, and begins from the disk: not all that was stored there may have been told. */
  | { readonly type: 'leads' }
  /** How the leading tab stands with the server. */
  | { readonly type: 'connection'; readonly state: ConnectionState }
  /** How far the leading tab has come with a load whose rows are not to be seen yet. */
  | { readonly type: 'progress'; readonly progress: Progress }
  /** A tab asks how the leading one stands with the server: it is new, or does not know whether that still runs. */
  | { readonly type: 'joined' }
  /** The user settled these rejected mutations. */
  | { readonly type: 'discarded'; readonly mutationIds: readonly string[] }
  /** This tab has given the storage back what that had lost. */
  | { readonly type: 'repaired' }
  /** The leading tab is to connect anew. */
  | { readonly type: 'reconnect' }
  /** The leading tab is to look whether its connection still holds: the user is back at another one. */
  | { readonly type: 'check' }
  /** The user signed out: the data are being deleted. */
  | { readonly type: 'destroyed' };

/** What only the leading tab says. */
export function isOfLeader({ type }: TabMessage): boolean {
  return type === 'patch' || type === 'leads' || type === 'connection' || type === 'progress';
}

/** The other tabs of this user on this device. Never delivers a tab's own messages to itself. */
export interface TabChannel {
  post(message: TabMessage): void;
  close(): void;
}
