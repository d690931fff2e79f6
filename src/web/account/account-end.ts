import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, type NavigateFunction } from '#src/web/addresses/location.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { links } from '#src/web/addresses/links.ts';
import { endHere } from './push-subscription.ts';
import { AuthError, callAuth } from './auth-client.ts';
import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useSyncStatus } from '#src/web/data/rows.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { removeLeftData } from '#src/web/platform/left-data.ts';
import { session } from '#src/web/platform/session.ts';

/**
 * A device that the server rejects asks if the account was deleted, and then removes all its data. After a
 * mere end of the session, the data stays (sync rule W13).
 */
export function useAccountEnd(): void {
  const replica = useReplica();
  const navigate = useNavigate();
  const { connection } = useSyncStatus();
  const isShutOut = connection === 'signed-out' || connection === 'other-user';
  useEffect(() => {
    if (!isShutOut) return;
    let isWanted = true;
    const ask = async () => {
      if ((await isDeleted(replica.userId)) && isWanted) await leaveForGood(replica, navigate);
    };
    void ask();
    // Without a network, the question waits until there is one.
    const onOnline = () => void ask();
    window.addEventListener('online', onOnline);
    return () => {
      isWanted = false;
      window.removeEventListener('online', onOnline);
    };
  }, [isShutOut, replica, navigate]);

  useEffect(() => {
    const goodbyes = openGoodbyes(replica);
    goodbyes.addEventListener('message', () => sayGoodbye(navigate));
    return () => goodbyes.close();
  }, [replica, navigate]);
}

/** Removes all data of the user from this device, and shows the goodbye page in all tabs. */
export async function leaveForGood(replica: Replica, navigate: NavigateFunction): Promise<void> {
  const goodbyes = openGoodbyes(replica);
  goodbyes.postMessage(null);
  goodbyes.close();
  sayGoodbye(navigate);
  void endHere();
  try {
    await replica.destroy().finally(removeLeftData);
  } finally {
    // Comes last, after the other tabs got the message: a tab that only sees the end of the session leads to
    // another page.
    deviceMemory.clear();
    session.end();
  }
}

function sayGoodbye(navigate: NavigateFunction): void {
  // Navigates at once, before the guard checks the session.
  flushSync(() => navigate(links.goodbye, { replace: true }));
}

/** Opens the channel for telling the other tabs that the account was deleted. */
function openGoodbyes({ userId }: Replica): BroadcastChannel {
  return new BroadcastChannel(`sunglow-goodbyes-${userId}`);
}

async function isDeleted(userId: string): Promise<boolean> {
  try {
    const answer = await callAuth('/deleted-user', { userId });
    return isRecord(answer) && answer['isDeleted'] === true;
  } catch (error) {
    // Only a definite answer counts.
    if (error instanceof AuthError) return false;
    throw error;
  }
}
