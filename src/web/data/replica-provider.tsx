import { useEffect, useState, type ReactNode } from 'react';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { TaskLists } from '#src/reading/lists/task-lists.ts';
import { openReplica } from '#src/sync/client/browser.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { Trouble } from '#src/web/ui/page/trouble.tsx';
import { reloadApp } from '#src/web/platform/app-update.ts';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { ReplicaContext } from './replica-context.ts';
import { session } from '#src/web/platform/session.ts';

interface ReplicaProviderProps {
  readonly userId: string;
  readonly children: ReactNode;
}

type Opening = { readonly replica: Replica } | { readonly problem: Error } | 'blocked' | null;

/**
 * Opens the user's data on this device, and closes them on unmount. It serves one user: pass their id as
 * `key`.
 */
export function ReplicaProvider({ userId, children }: ReplicaProviderProps) {
  const [opening, setOpening] = useState<Opening>(null);
  useEffect(() => {
    let left = false;
    let opened: Replica | undefined;
    const onBlocked = () => !left && setOpening('blocked');
    const makeLists = TaskLists.of(calendarDayAt(Date.now()));
    openReplica({ userId, makeLists, onBlocked, onError: onBackgroundError }).then(
      (replica) => {
        if (left) return replica.close();
        opened = replica;
        setOpening({ replica });
      },
      (problem: Error) => setOpening({ problem }),
    );
    // A connection that waits for a session continues after signing in, in any tab.
    const stopFollowing = session.subscribe(() => opened?.reconnect());
    return () => {
      left = true;
      stopFollowing();
      opened?.close();
    };
  }, [userId]);

  if (opening === null) return <Loading />;
  if (opening === 'blocked') return <Blocked />;
  if ('problem' in opening) return <CannotOpen problem={opening.problem} />;
  return <ReplicaContext value={opening.replica}>{children}</ReplicaContext>;
}

/** Tells the user of a background error in plain words, and reports it with its stack. */
function onBackgroundError(error: unknown): void {
  notifyError('This tab cannot use its storage. Reload it: everything saved is still there.');
  reportError(error);
}

/** The app continues by itself once the other tabs are closed. */
function Blocked() {
  return (
    <Trouble
      title="Close the other Sunglow tabs"
      text="One of them blocks your data. Sunglow opens here when that tab is closed."
      retryLabel="Reload"
      onRetry={() => location.reload()}
    />
  );
}

function CannotOpen({ problem }: { readonly problem: Error }) {
  const isOutdated = problem.name === 'VersionError';
  return (
    <Trouble
      title={isOutdated ? 'There is a new version of Sunglow' : 'Sunglow could not open your data'}
      text={
        isOutdated
          ? 'It has already opened your data in this browser. Reload to use it.'
          : `Your data is safe. Reload to try again. (${problem.message})`
      }
      retryLabel="Reload"
      onRetry={() => void reloadApp()}
    />
  );
}
