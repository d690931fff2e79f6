import { newId } from '#src/domain/id.ts';
import { connect, joinTabs, startTimer } from './browser-parts.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { IndexedDbStore } from '#src/sync/client/storage/indexed-db-store.ts';
import type { DeviceEvents, ReplicaOptions } from './replica-options.ts';
import { Replica } from './replica.ts';
import { watchSleep } from '#src/sync/client/tabs/wake.ts';
import { leadByWebLock } from '#src/sync/client/tabs/web-lock.ts';

export interface OpenOptions extends Pick<ReplicaOptions, 'userId' | 'makeLists' | 'onError'> {
  /** Another tab holds up the opening, which goes on once that tab is closed. May be called more than once. */
  readonly onBlocked: () => void;
}

/** Opens a user's data in this tab. Throws a VersionError when a newer version of the app has stored them. */
export async function openReplica({ onBlocked, ...options }: OpenOptions): Promise<Replica> {
  const name = databaseName(options.userId);
  const disk = await IndexedDbStore.open(name, onBlocked, startTimer);
  const now = () => Date.now();
  const replica = await Replica.open({
    ...options,
    disk,
    joinTabs: (receive) => joinTabs(name, receive),
    lead: (events, steal) => leadByWebLock(name, events, steal),
    connect,
    startTimer,
    pause,
    shownFirst: 120,
    random: Math.random,
    now,
    newId,
    watchDevice,
    isVisible: () => !document.hidden,
    loadSetBack: () => import('#src/sync/client/set-back/lost-changes.ts'),
  });
  // The marks are for the benchmark and for the browser's performance panel.
  performance.mark('sunglow-data-ready');
  void replica.whenAll().then(() => performance.mark('sunglow-data-whole'));
  return replica;
}

function watchDevice({ woke, online, offline }: DeviceEvents): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  addEventListener('online', online, { signal });
  addEventListener('offline', offline, { signal });
  // The page comes back from the browser's memory of left pages (`pageshow`), or was frozen (`resume`).
  addEventListener('pageshow', (event) => event.persisted && woke(), { signal });
  document.addEventListener('resume', woke, { signal });
  document.addEventListener('visibilitychange', () => document.hidden || woke(), { signal });
  const stopTimers = watchSleep(startTimer, Date.now, woke);
  return () => {
    watching.abort();
    stopTimers();
  };
}

/** Without a scheduler, a timer also lets the browser paint, only later. */
const pause = (): Promise<void> =>
  'scheduler' in globalThis
    ? scheduler.postTask(() => {}, { priority: 'background' })
    : new Promise((resolve) => setTimeout(resolve));
