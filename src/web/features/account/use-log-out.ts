import { useState } from 'react';
import { AuthError, signOut } from '#src/web/hooks/auth-client.ts';
import { ask } from '#src/web/hooks/dialogs.ts';
import { notifyError } from '#src/web/hooks/notifications.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { session } from '#src/web/hooks/session.ts';

/** Logs out, and asks first when that would lose changes: those that wait (sync rule W13), and those refused (W14). */
export function useLogOut() {
  const replica = useReplica();
  const [isLeaving, setLeaving] = useState(false);

  const leave = async () => {
    setLeaving(true);
    try {
      await signOut();
      // The guard then leads this tab and every other one out of the app.
      await replica.destroy().finally(() => session.end());
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      notifyError(
        error.code === 'OFFLINE' ? 'No connection to the server. You are still logged in.' : error.message,
      );
    } finally {
      setLeaving(false);
    }
  };

  const logOut = () => {
    const lost = replica.status().unsent + replica.rejections().length;
    if (lost === 0) return void leave();
    const changes = lost === 1 ? '1 change that is' : `${lost.toLocaleString()} changes that are`;
    ask({
      title: 'Log out and lose changes?',
      description: `You have ${changes} not on the server. Logging out removes ${lost === 1 ? 'it' : 'them'} from this device for good.`,
      confirm: 'Log out anyway',
      onConfirm: () => void leave(),
    });
  };

  return { isLeaving, logOut };
}
