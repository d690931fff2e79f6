import type { SyncStatus } from '#src/sync/client/state/tab-state.ts';
import { waitingText } from './sync-texts.ts';

/** The place of the user's changes, or the obstacle before the server: the most important fact to show. */
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
 * `isLate`: changes have waited longer than sending takes; before that, there is nothing to report.
 * `isEmpty`: the device holds nothing yet, so that the server's data counts as loading until its answer.
 */
export function syncStateOf(
  { connection, unsent, load, storage }: SyncStatus,
  isLate: boolean,
  isEmpty: boolean,
): SyncState {
  // Comes before 'failing': a tab that gave way to a newer version has closed its storage, and needs a
  // reload.
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
const BACK_WITHOUT_SOME = 'You are online again.';

/**
 * The announcement for a change of the state, given the last one. Saved changes are not announced.
 * `rejected`: the number of rejected changes, which are not saved.
 */
export function announcementOf(state: SyncState, last: string, rejected: number): string {
  if (state === 'offline') return OFFLINE;
  if (state === 'saved' && last === OFFLINE) return rejected > 0 ? BACK_WITHOUT_SOME : BACK;
  if (state === 'saved') return '';
  // The app is coming back online.
  return state === 'waiting' || state === 'loading' ? last : '';
}
