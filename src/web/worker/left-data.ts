import { removeMarked } from '#src/sync/client/storage/indexed-db-removal.ts';
import { REMOVE_LEFT } from '#src/web/platform/left-data.ts';
import type { SyncEvent, WorkerScope } from './worker-scope.ts';

/** The browser ends a worker that takes longer; and a new version would have to wait for this one. */
const PATIENCE_MS = 25_000;

/** The tag by which the browser says that the data may be looked after again. */
const LEFT = 'left-data';

/**
 * Removes the data that users have signed out of and that could not be emptied then, without the app being opened again (sync rule W13): as
 * they sign out, when any page of this origin is visited, and some minutes later, where the browser calls the worker for that.
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

/** Resolves to whether nothing is left, after 25 s at most: a tab that sleeps may hold it up for long. */
async function remove(): Promise<boolean> {
  const patience = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
  const removed = removeMarked().then(
    () => true,
    // It is tried again.
    () => false,
  );
  return Promise.race([removed, patience]);
}

async function removeOrTryLater({ registration }: WorkerScope): Promise<void> {
  if (!(await remove())) await registration.sync?.register(LEFT).catch(() => {});
}

async function removeOrFail({ lastChance }: SyncEvent): Promise<void> {
  // The browser tries again, a few times.
  if (!(await remove()) && !lastChance) throw new Error('A tab that sleeps holds up what is to be removed.');
}
