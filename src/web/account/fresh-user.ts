import { useEffect } from 'react';
import { AuthError, currentUser } from './auth-client.ts';
import { changeUser } from './change-user.ts';
import { useSyncStatus } from '#src/web/data/rows.ts';
import { session } from '#src/web/platform/session.ts';

/** What other devices have changed of the user comes with the next connection, and to all tabs. */
export function useFreshUser(): void {
  const isOnline = useSyncStatus().connection === 'online';
  useEffect(() => {
    if (isOnline) void refreshUser();
  }, [isOnline]);
}

/** Takes over what the server knows of the user who is signed in here. It also keeps their session from expiring. */
async function refreshUser(): Promise<void> {
  try {
    const current = await currentUser();
    const { user } = session.get();
    // Somebody else, or nobody any more: that is for the connection to find out, which keeps what is not sent yet.
    if (!user || current?.id !== user.id) return;
    const { name, email, image } = current;
    if (name !== user.name || email !== user.email || image !== user.image) changeUser(user.id, current);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
  }
}
