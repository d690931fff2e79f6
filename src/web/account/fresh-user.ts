import { useEffect } from 'react';
import { AuthError, currentUser } from './auth-client.ts';
import { changeUser } from './change-user.ts';
import { useSyncStatus } from '#src/web/data/rows.ts';
import { session } from '#src/web/platform/session.ts';

/** Loads changes of the user from other devices with each connection, and shares them with all tabs. */
export function useFreshUser(): void {
  const isOnline = useSyncStatus().connection === 'online';
  useEffect(() => {
    if (isOnline) void refreshUser();
  }, [isOnline]);
}

/** Loads the signed-in user from the server. This also keeps the session from expiring. */
async function refreshUser(): Promise<void> {
  try {
    const current = await currentUser();
    const { user } = session.get();
    // With another user or none, the connection finds out, and keeps unsent changes.
    if (!user || current?.id !== user.id) return;
    const { name, email, image } = current;
    if (name !== user.name || email !== user.email || image !== user.image) changeUser(user.id, current);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
  }
}
