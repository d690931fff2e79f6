import type { StorageState, SyncStatus } from '#src/sync/client/state/tab-state.ts';
import { changesText, CLOSED_TEXT, waitingText } from './sync-texts.ts';

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

const SENT_LATER = 'Go on working: your changes are safe on this device, and sent as soon as they can be.';
const IN_MEMORY =
  'Your browser does not let Sunglow store anything here: leave this tab open until all is saved.';
const ONLY_ONLINE = 'Your browser does not let Sunglow store anything here: it can save changes only online.';

/** The state in plain words. `rejected`: how many changes the server could not accept. */
export function explain(
  state: SyncState,
  { unsent, storage }: SyncStatus,
  rejected: number,
): { readonly title: string; readonly text: string } {
  const inMemory = unsent > 0 ? IN_MEMORY : ONLY_ONLINE;
  const later = storage === 'memory' ? inMemory : SENT_LATER;
  switch (state) {
    case 'failing':
      return {
        title: 'This device could not keep your last change',
        text: 'It was undone. Free some space, then repeat it. What was saved before is still here.',
      };
    case 'signed-out':
      return { title: 'Sign in again to sync', text: later };
    case 'other-user':
      return { title: 'This browser is signed in as someone else', text: later };
    case 'upgrade':
      return { title: 'There is a new version of Sunglow', text: upgradeText(storage, later) };
    case 'offline':
      return { title: 'You are offline', text: later };
    case 'waiting':
      return {
        title: `${changesText(unsent)} ${unsent === 1 ? 'is' : 'are'} on the way`,
        text: storage === 'memory' ? IN_MEMORY : 'They are safe on this device until the server has them.',
      };
    case 'memory':
      return { title: 'This browser is not keeping your data', text: later };
    case 'loading':
      return { title: 'Your tasks are loading', text: 'You can go on working while they come.' };
    case 'saved':
      return rejected === 0
        ? { title: 'Everything is saved', text: 'All your changes are on the server.' }
        : { title: 'Nothing is waiting', text: 'The server has all of your changes that it could accept.' };
  }
}

function upgradeText(storage: StorageState, later: string): string {
  if (storage === 'closed') return CLOSED_TEXT;
  return storage === 'failing'
    ? 'Your last change was undone. Reload, then repeat it. What was saved before is still here.'
    : `Reload to go on syncing. ${later}`;
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
