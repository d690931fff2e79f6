import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { AuthError } from './auth-client.ts';
import { forgetSubscription, loadPushState, tellSubscription } from './push-client.ts';

/**
 * How this browser stands with reminders. `needs-install`: it has them once the app is on the home screen (iOS). `denied`: its user does
 * not allow any, or the browser does not. `unsupported`: it has none, or runs without its service worker.
 */
export type PushAbility = 'on' | 'off' | 'denied' | 'needs-install' | 'unsupported';

/** The id of the user for whom this browser is turned on, so that one who turned it off elsewhere is not turned on again. */
const TURNED_ON = 'sunglow.reminders';

export async function pushAbility(userId: string): Promise<PushAbility> {
  const registration = await readyWorker();
  if (!registration?.pushManager || !('Notification' in window))
    return isIosTab() ? 'needs-install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const isOn = deviceMemory.get(TURNED_ON) === userId && Notification.permission === 'granted';
  return isOn && (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

/**
 * Asks the user for permission, has the browser subscribe, and tells the server. To be called by a press. Resolves to how the browser then
 * stands. Throws AuthError.
 */
export async function turnOnReminders(userId: string): Promise<PushAbility> {
  // This is first: some browsers ask only while the press is fresh.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await subscribe(userId);
  return 'on';
}

/** Throws AuthError where the server could not be told; the browser gets nothing more all the same. */
export async function turnOffReminders(): Promise<void> {
  const endpoint = await endHere();
  if (endpoint !== null) await forgetSubscription(endpoint);
}

/**
 * Compares the subscription as the app gets online, and tells the server of it: browsers change it, and Safari tells nobody. One that the browser
 * has ended is made anew, or one for another key of the server.
 */
export async function renewReminders(userId: string): Promise<void> {
  if (deviceMemory.get(TURNED_ON) !== userId) return;
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    await subscribe(userId);
  } catch (error) {
    // Without a way to the server, or to the push service, the next time the app is online comes as well.
    if (!(error instanceof AuthError)) throw error;
  }
}

/**
 * Ends reminders in this browser as its user signs out, and closes those that it shows. The server's half ends with the session. Resolves to
 * the address of the subscription; null without one.
 */
export async function endHere(): Promise<string | null> {
  deviceMemory.forget(TURNED_ON);
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  // They show names of tasks.
  const shown = await registration?.getNotifications?.().catch(() => []);
  for (const notification of shown ?? []) notification.close();
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
  return subscription?.endpoint ?? null;
}

async function subscribe(userId: string): Promise<void> {
  const registration = await readyWorker();
  if (!registration) return;
  const key = bytesOf((await loadPushState()).publicKey);
  const before = await registration.pushManager.getSubscription();
  const isSame = before !== null && isEqual(before.options.applicationServerKey, key);
  if (before && !isSame) await before.unsubscribe();
  const subscription = isSame ? before : await askBrowser(registration, key);
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new AuthError('NO_PUSH', NO_PUSH_TEXT);
  await tellSubscription({ endpoint, keys: { p256dh, auth } });
  deviceMemory.set(TURNED_ON, userId);
}

const NO_PUSH_TEXT = 'This browser could not reach its push service. Try again, or use another browser.';

async function askBrowser(registration: ServiceWorkerRegistration, key: Uint8Array<ArrayBuffer>) {
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch (cause) {
    throw new AuthError('NO_PUSH', NO_PUSH_TEXT, { cause });
  }
}

/** A time longer than the app takes to be put on the device. */
const PATIENCE_MS = 10_000;

/** Null where there is no service worker, as in development. */
async function readyWorker(): Promise<ServiceWorkerRegistration | null> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) return null;
  const known = await container.getRegistration().catch(() => undefined);
  if (known?.active) return known;
  if (!import.meta.env.PROD) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([container.ready, late]);
}

/** An iPhone or iPad on which the app is open in the browser. */
function isIosTab(): boolean {
  const isApple = /iP(hone|ad|od)/.test(navigator.userAgent) || isIpadAsMac();
  return isApple && !matchMedia('(display-mode: standalone)').matches;
}

function isIpadAsMac(): boolean {
  return navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function isEqual(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0));
  return bytes.length === other.length && bytes.every((byte, place) => byte === other[place]);
}
