import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from './store.ts';
import { TAKE_OVER } from './take-over.ts';

const SERVICE_WORKER = '/service-worker.js';

/** How often the server is asked for a new version, ms; and, when the user comes back to the tab, how often at most. */
const CHECK_EVERY = 3_600_000;
const CHECK_AGAIN_AFTER = 600_000;

/** How long a new version may take to arrive before the tab is loaded anew without it, ms. */
const PATIENCE = 20_000;

/**
 * The newest version of the app on this device, beside the one that runs in this tab: it `waits` until the user wants it,
 * or `took-over`, since another tab was asked.
 */
type NewVersion = 'none' | 'waits' | 'took-over';

const newVersion = createStore<NewVersion>('none');

let isStarted = false;
let isReloading = false;

/** Whether there is a new version. `mayReload` is asked when it took over, and the tab is then loaded anew at once. */
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
 * Puts the app on the device, so that it opens without a network, and from then on looks for new versions. It is called once, and
 * only by the built app. Rejects where the browser does not allow it.
 */
export async function keepOnDevice(): Promise<void> {
  if (isStarted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  isStarted = true;
  const container = navigator.serviceWorker;
  // The first to take over a tab is no new version.
  let isControlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (isControlled && !isReloading) newVersion.set('took-over');
    isControlled = true;
  });
  watch(await container.register(SERVICE_WORKER));
}

/**
 * Loads this tab anew, in the newest version that the server has; where the server is out of reach, in the newest on the
 * device. Also resolves when the user is asked whether to leave what is not safe yet, and stays.
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
    // Without one that is active, this is the first.
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

/** Asks the server for a new version. Without a network there is none, and the next check comes. */
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
