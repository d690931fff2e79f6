import type { SyncStatus } from '#src/sync/client/state/tab-state.ts';
import { useNewVersion } from '#src/web/platform/app-update.ts';
import { hasOpenDialog } from '#src/web/focus/dialogs.ts';
import { useSyncStatus } from '#src/web/data/rows.ts';
import { wouldLoseSomething } from '#src/web/platform/unload-prompt.ts';
import { Banner } from '#src/web/ui/page/banner.tsx';
import { ReloadButton } from './reload-button.tsx';
import { CLOSED_TEXT, waitingPlaceText } from './sync-texts.ts';

/**
 * Offers the new version. The present one stays usable until the user agrees, even if the server no longer
 * accepts it.
 */
export function UpdateBanner() {
  const status = useSyncStatus();
  // The user may have agreed in another tab; this one follows when it has nothing unsaved.
  const isThere = useNewVersion(() => status.unsent === 0 && !hasOpenDialog() && !wouldLoseSomething());
  const isNeeded = status.connection === 'upgrade';
  if (!isThere && !isNeeded) return null;
  return (
    <Banner
      title="There is a new version of Sunglow"
      text={isNeeded ? neededText(status) : 'Reload when you like.'}
      calm={!isNeeded}
    >
      <ReloadButton look={isNeeded ? 'primary' : 'plain'} />
    </Banner>
  );
}

function neededText(status: SyncStatus): string {
  return status.storage === 'closed' ? CLOSED_TEXT : (waitingPlaceText(status) ?? 'Reload to keep syncing.');
}
