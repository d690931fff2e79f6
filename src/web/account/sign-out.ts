import type { Replica } from '#src/sync/client/replica.ts';
import { leaveSession } from './auth-client.ts';
import { endHere } from './push-subscription.ts';
import { forgetDrafts } from '#src/web/feedback/drafts.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { removeLeftData } from '#src/web/platform/left-data.ts';
import { session } from '#src/web/platform/session.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

/**
 * Signs out, also without the server, which ends the session as soon as it can be reached. Asks first if that
 * would lose changes: unsent ones (sync rule W13), or rejected ones (W14). `onLeaving` runs when it begins.
 */
export function signOut(replica: Replica, onLeaving: () => void = () => {}): void {
  const leave = async () => {
    onLeaving();
    leaveSession();
    forgetDrafts(replica.userId);
    void endHere();
    // The guard then leads every tab out of the app.
    await replica.destroy().finally(() => {
      removeLeftData();
      session.end();
    });
  };
  const lost = replica.status().unsent + replica.rejections().length;
  if (lost === 0) return void leave();
  const changes = lost === 1 ? '1 change that is' : `${formatCount(lost)} changes that are`;
  ask({
    title: 'Sign out and lose changes?',
    description: `You have ${changes} not on the server. Signing out removes ${lost === 1 ? 'it' : 'them'} from this device for good.`,
    confirm: 'Sign out anyway',
    onConfirm: () => void leave(),
  });
}
