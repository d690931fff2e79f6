import { useSyncStatus } from '#src/web/data/rows.ts';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { Banner } from '#src/web/ui/page/banner.tsx';
import { Button } from '#src/web/ui/button.tsx';

/**
 * Says when this device cannot store something. A tab that works in memory asks before it closes with changes
 * that exist only there.
 */
export function StorageBanner() {
  const { storage, unsent, connection } = useSyncStatus();
  useUnloadPrompt(storage === 'memory' && unsent > 0);
  switch (storage) {
    case 'kept':
    case 'closed':
      return null;
    case 'memory':
      return (
        <Banner
          title="This browser is not keeping your data"
          text={
            connection === 'online' || connection === 'connecting'
              ? 'Your changes go straight to the server. Stay online while you work.'
              : 'Nothing can be saved until this tab is online again.'
          }
        >
          <Button size="small" onClick={() => location.reload()}>
            Try again
          </Button>
        </Banner>
      );
    case 'failing':
      return (
        <Banner
          title="This device could not keep your last change"
          text={
            connection === 'upgrade'
              ? 'It was undone. Reload, then repeat it. Everything saved before is still here.'
              : 'It was undone. Free some space, then repeat it. Everything saved before is still here.'
          }
        />
      );
  }
}
