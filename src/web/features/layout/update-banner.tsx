import { useNewVersion } from '#src/web/hooks/app-update.ts';
import { hasOpenDialog } from '#src/web/hooks/dialogs.ts';
import { useSyncStatus } from '#src/web/hooks/rows.ts';
import { Banner } from '#src/web/ui/banner.tsx';
import { ReloadButton } from './reload-button.tsx';
import { waitingText } from './sync-texts.ts';

/** Offers the new version. This one works on until the user wants it, also when the server no longer speaks to it. */
export function UpdateBanner() {
  const { connection, unsent } = useSyncStatus();
  // Another tab may have been asked; this one follows when nothing in it waits for anybody.
  const isThere = useNewVersion(() => unsent === 0 && !hasOpenDialog());
  const isNeeded = connection === 'upgrade';
  if (!isThere && !isNeeded) return null;
  const kept = unsent > 0 ? `${waitingText(unsent)}, safe on this device.` : 'Reload to go on syncing.';
  return (
    <Banner
      title="There is a new version of Sunglow"
      text={isNeeded ? kept : 'Reload when it suits you.'}
      calm={!isNeeded}
    >
      <ReloadButton look={isNeeded ? 'primary' : 'plain'} />
    </Banner>
  );
}
