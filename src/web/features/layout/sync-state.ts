import type { SyncStatus } from '#src/sync/client/state/tab-state.ts';
import { waitingText } from './sync-texts.ts';

/** Where the user's changes are, or what keeps them from the server: the one thing to be told first. */
export type SyncState =
  | 'failing'
  | 'signed-out'
  | 'other-user'
  | 'upgrade'
  | 'offline'
  | 'waiting'
  | 'memory'
  | 'loading'
  | 'saved';

const LABELS: Readonly<Record<Exclude<SyncState, 'waiting'>, string>> = {
  failing: 'Storage is failing',
  'signed-out': 'Sign in again',
  'other-user': 'Sign in again',
  upgrade: 'Update needed',
  offline: 'Offline',
  memory: 'Nothing kept here',
  loading: 'Loading',
  saved: 'Saved',
};

/**
 * `isLate`: changes wait for longer than sending them takes. Before, there is nothing to tell. `isEmpty`: the device holds
 * nothing yet. What the server has is then to come, until it has been heard.
 */
export function syncStateOf(
  { connection, unsent, load, storage }: SyncStatus,
  isLate: boolean,
  isEmpty: boolean,
): SyncState {
  // This is asked before what fails: a tab that gave way to a newer version has let go of its storage, and can only be loaded anew.
  if (connection === 'upgrade') return 'upgrade';
  if (storage === 'failing') return 'failing';
  if (connection !== 'online' && connection !== 'connecting') return connection;
  if (unsent > 0 && isLate) return 'waiting';
  if (storage === 'memory') return 'memory';
  return load || (isEmpty && connection === 'connecting') ? 'loading' : 'saved';
}

/** The state in a few words. */
export function labelOf(state: SyncState, unsent: number): string {
  if (state === 'waiting') return waitingText(unsent);
  const isStopped = state !== 'saved' && state !== 'loading' && state !== 'memory';
  return unsent > 0 && isStopped ? `${LABELS[state]} · ${waitingText(unsent)}` : LABELS[state];
}

const OFFLINE = 'You are offline.';
const BACK = 'Everything is saved again.';

/** What screen readers are told when the state changes, after what they were told last: not each change that is saved. */
export function announcementOf(state: SyncState, last: string): string {
  if (state === 'offline') return OFFLINE;
  if (state === 'saved') return last === OFFLINE ? BACK : '';
  // The app is coming back from being offline.
  return state === 'waiting' || state === 'loading' ? last : '';
}
