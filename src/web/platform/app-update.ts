import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from './store.ts';
import { TAKE_OVER } from './take-over.ts';

const SERVICE_WORKER = '/service-worker.js';

/**
 * The interval in ms of asking the server for a new version, and the shortest one when the user comes back to
 * the tab.
 */
const CHECK_EVERY = 3_600_000;
const CHECK_AGAIN_AFTER = 600_000;

/** The most ms to wait for a new version before the tab reloads without it. */
const PATIENCE = 20_000;

/**
 * The newest version of the app on this device, beside the one running in this tab: it `waits` until the user
 * wants it, or it `took-over` since the user agreed in another tab.
 */
type NewVersion = 'none' | 'waits' | 'took-over';

const newVersion = createStore<NewVersion>('none');

let isStarted = false;
let isReloading = false;

/** True when there is a new version. When it took over, the tab reloads at once if `mayReload` agrees. */
export function useNewVersion(mayReload: () => boolean): boolean {
  const state = useStore(newVersion);
  const follow = useEffectEvent(() => {
    if (mayReload()) location.reload();
  });
  useEffect(() => {
    if (state === 'took-over') follow();
  }, [state]);
  return state !== 'none';
}

/**
 * Installs the app on the device, so that it opens without a network, and looks for new versions from then
 * on. Only the built app calls it, once. Rejects if the browser does not allow it.
 */
export async function keepOnDevice(): Promise<void> {
  if (isStarted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  isStarted = true;
  const container = navigator.serviceWorker;
  // The first worker to take over a tab is no new version.
  let isControlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (isControlled && !isReloading) newVersion.set('took-over');
    isControlled = true;
  });
  watch(await container.register(SERVICE_WORKER));
}

/**
 * Reloads this tab in the newest version of the server, or in the newest on the device if the server is out
 * of reach. Also resolves when the browser asks the user about unsaved input, and the user stays.
 */
export async function reloadApp(): Promise<void> {
  isReloading = true;
  if ('serviceWorker' in navigator) await Promise.race([installNewest(), wait(PATIENCE)]);
  location.reload();
  isReloading = false;
}

async function installNewest(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  if (!registration.waiting) {
    await check(registration);
    await leaves(registration.installing, 'installing');
  }
  const worker = registration.waiting;
  worker?.postMessage(TAKE_OVER);
  await leaves(worker, 'installed', 'activating');
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // Without an active worker, this is the first one.
    if (registration.waiting && registration.active) newVersion.set('waits');
  };
  const follow = () => void leaves(registration.installing, 'installing').then(look);
  // The browser may have found it before this tab asked.
  follow();
  registration.addEventListener('updatefound', follow);

  let checkedAt = Date.now();
  const checkAgain = () => {
    checkedAt = Date.now();
    void check(registration);
  };
  setInterval(checkAgain, CHECK_EVERY);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - checkedAt > CHECK_AGAIN_AFTER) checkAgain();
  });
}

/** Asks the server for a new version. A failed check is repeated at the next interval. */
async function check(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.update().catch(() => undefined);
}

/** Resolves as soon as the worker is in none of these states. */
function leaves(worker: ServiceWorker | null, ...states: readonly ServiceWorkerState[]): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!worker || !states.includes(worker.state)) resolve();
    };
    worker?.addEventListener('statechange', look);
    look();
  });
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
