import { removeMarked } from '#src/sync/client/storage/indexed-db-removal.ts';
import { REMOVE_LEFT } from '#src/web/platform/left-data.ts';
import type { SyncEvent, WorkerScope } from './worker-scope.ts';

/** A browser ends a worker that takes longer, and a new version would have to wait for this one. */
const PATIENCE_MS = 25_000;

/** The tag of the background sync that removes left data. */
const LEFT = 'left-data';

/**
 * Removes the data of signed-out users that could not be removed at once, without opening the app (sync rule
 * W13). It runs as a user signs out, when any page of this origin is visited, and some minutes later if the
 * browser supports background sync.
 */
export function listenForLeftData(scope: WorkerScope): void {
  scope.addEventListener('message', (event) => {
    if (event.data === REMOVE_LEFT) event.waitUntil(removeOrTryLater(scope));
  });
  scope.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.waitUntil(remove());
  });
  scope.addEventListener('sync', (event: SyncEvent) => {
    if (event.tag === LEFT) event.waitUntil(removeOrFail(event));
  });
}

/**
 * Resolves to true if no left data remain, after 25 s at most: a sleeping tab may hold up the removal for
 * long.
 */
async function remove(): Promise<boolean> {
  const patience = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
  const removed = removeMarked().then(
    () => true,
    // The next sync event repeats it.
    () => false,
  );
  return Promise.race([removed, patience]);
}

async function removeOrTryLater({ registration }: WorkerScope): Promise<void> {
  if (!(await remove())) await registration.sync?.register(LEFT).catch(() => {});
}

async function removeOrFail({ lastChance }: SyncEvent): Promise<void> {
  // The browser repeats a failed sync event a few times.
  if (!(await remove()) && !lastChance) throw new Error('A tab that sleeps holds up what is to be removed.');
}
