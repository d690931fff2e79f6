import { useEffect } from 'react';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useStore } from '#src/web/platform/store.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Banner } from '#src/web/ui/page/banner.tsx';
import { ProgressBar } from '#src/web/ui/page/progress-bar.tsx';
import type { StoredImport } from '#src/sync/client/storage/indexed-db-records.ts';
import { goingImport, goOnWithImport } from './going-import.ts';
import { percentText } from './import-texts.ts';

/** Continues an import whose tab was closed, and shows it. */
export function GoingImportBanner({ found }: { readonly found: StoredImport }) {
  const replica = useReplica();
  const going = useStore(goingImport);
  useEffect(() => {
    void goOnWithImport(replica, found);
  }, [replica, found]);
  if (going?.replica !== replica) return null;
  const { fileName, progress, problem, stop } = going;
  if (problem !== '')
    return (
      <Banner title="Your import is paused" text={`${fileName}: ${problem}`}>
        <Button size="small" onClick={() => void goOnWithImport(replica, found)}>
          Try again
        </Button>
        <Button size="small" look="quiet" onClick={stop}>
          Stop
        </Button>
      </Banner>
    );
  return (
    <Banner calm title="Your import continues" text={fileName}>
      {/* Screen readers announce the title, but not each step. */}
      <div aria-live="off">
        <ProgressBar
          label="Importing"
          value={progress.done}
          max={progress.all}
          text={percentText(progress)}
        />
      </div>
      <Button size="small" onClick={stop}>
        Stop
      </Button>
    </Banner>
  );
}
