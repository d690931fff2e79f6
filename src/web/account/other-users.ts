import { useEffect } from 'react';
import { forgetOthers, removeOthers } from '#src/sync/client/storage/indexed-db-others.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { forgetDraftsOfOthers } from '#src/web/feedback/drafts.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

/** The number of other users' kept changes at the last question. */
const KEPT = 'sunglow.kept-of-others';

const waiting = createStore(0);

/**
 * The number of changes of other users that wait on this device for their sign-in. Their content stays
 * hidden.
 */
export function useWaitingOfOthers(): number {
  return useStore(waiting);
}

/**
 * Removes other users' data from this browser once a user is signed in, and asks first if some of it is
 * unsent (sync rule W13). Once, for the whole app.
 */
export function useOtherUsersEnd(): void {
  const { userId } = useReplica();
  useEffect(() => {
    forgetDraftsOfOthers(userId);
    forgetOthers(databaseName(userId)).then(
      (count) => {
        waiting.set(count);
        if (count > 0 && deviceMemory.get(KEPT) !== String(count)) askToRemove(userId, count);
        deviceMemory.set(KEPT, String(count));
      },
      () => {
        // The browser stores nothing, or its disk fails: the next visit tries again.
      },
    );
  }, [userId]);
}

/** Asks before removing changes that exist only here. */
export function askToRemove(userId: string, count: number): void {
  const changes = count === 1 ? '1 change' : `${formatCount(count)} changes`;
  ask({
    title: 'Keep the changes of another account?',
    description: `${changes}, made here with another account, ${count === 1 ? 'is' : 'are'} not on the server yet. If you keep ${count === 1 ? 'it' : 'them'}, that account sends ${count === 1 ? 'it' : 'them'} when it signs in here again. Nobody else can.`,
    cancel: 'Keep',
    confirm: 'Remove for good',
    onConfirm: () => void remove(userId),
  });
}

async function remove(userId: string): Promise<void> {
  await removeOthers(databaseName(userId));
  waiting.set(0);
}
