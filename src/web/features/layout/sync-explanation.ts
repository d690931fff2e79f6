import type { StorageState, SyncStatus } from '#src/sync/client/state/tab-state.ts';
import type { Between } from '#src/web/platform/between.ts';
import type { SyncState } from './sync-state.ts';
import { changesText, CLOSED_TEXT } from './sync-texts.ts';

const SENT_LATER =
  'Keep working: your changes are safe on this device, and Sunglow sends them as soon as it can.';
const IN_MEMORY =
  'Your browser does not let Sunglow store anything here: leave this tab open until all is saved.';
const ONLY_ONLINE = 'Your browser does not let Sunglow store anything here: it can save changes only online.';

export const BETWEEN_TEXTS = {
  'sign-in': {
    title: 'Another sign-in blocks Sunglow',
    text: 'A proxy or network between this device and the server asks you to sign in.',
  },
  'no-sockets': {
    title: 'Sunglow cannot sync here',
    text: 'The server answers, but a proxy or network in between blocks WebSockets. Tell the operator of the server.',
  },
} as const satisfies Record<Between, object>;

/** The state in plain words. `rejected`: the number of rejected changes. */
export function explain(
  state: SyncState,
  { unsent, storage }: SyncStatus,
  rejected: number,
  between: Between | null = null,
): { readonly title: string; readonly text: string } {
  const inMemory = unsent > 0 ? IN_MEMORY : ONLY_ONLINE;
  const later = storage === 'memory' ? inMemory : SENT_LATER;
  switch (state) {
    case 'failing':
      return {
        title: 'This device could not keep your last change',
        text: 'It was undone. Free some space, then repeat it. Everything saved before is still here.',
      };
    case 'signed-out':
      return { title: 'Sign in again to sync', text: later };
    case 'other-user':
      return { title: 'This browser is signed in as someone else', text: later };
    case 'upgrade':
      return { title: 'There is a new version of Sunglow', text: upgradeText(storage, later) };
    case 'offline':
      if (between) {
        const { title, text } = BETWEEN_TEXTS[between];
        return { title, text: `${text} ${later}` };
      }
      return { title: 'You are offline', text: later };
    case 'waiting':
      return {
        title: `${changesText(unsent)} ${unsent === 1 ? 'is' : 'are'} being sent`,
        text: storage === 'memory' ? IN_MEMORY : 'They are safe on this device until the server has them.',
      };
    case 'memory':
      return { title: 'This browser is not keeping your data', text: later };
    case 'loading':
      return { title: 'Your tasks are loading', text: 'You can keep working while they load.' };
    case 'saved':
      return rejected === 0
        ? { title: 'Everything is saved', text: 'All your changes are on the server.' }
        : { title: 'Nothing is waiting', text: 'The server has all your other changes.' };
  }
}

function upgradeText(storage: StorageState, later: string): string {
  if (storage === 'closed') return CLOSED_TEXT;
  return storage === 'failing'
    ? 'Your last change was undone. Reload, then repeat it. Everything saved before is still here.'
    : `Reload to keep syncing. ${later}`;
}
