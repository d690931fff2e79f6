import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { lockNotifications } from '#src/web/platform/notification-lock.ts';
import { AuthError } from './auth-client.ts';
import { forgetSubscription, loadPushState, tellSubscription } from './push-client.ts';

/**
 * The state of reminders in this browser. `needs-install`: possible once the app is on the home screen (iOS).
 * `denied`: the user or the browser does not allow them. `unsupported`: no push, or no service worker.
 */
export type PushAbility = 'on' | 'off' | 'denied' | 'needs-install' | 'unsupported';

/**
 * The id of the user who turned reminders on in this browser, so that they do not come back after being
 * turned off elsewhere.
 */
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
 * Asks the user for permission, subscribes in the browser, and tells the server. Call it in a press. Resolves
 * to the new state. Throws AuthError.
 */
export async function turnOnReminders(userId: string): Promise<PushAbility> {
  // Comes first: some browsers ask only directly after the press.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await subscribe(userId);
  return 'on';
}

/** Throws AuthError if the server cannot be told; the browser gets nothing more in any case. */
export async function turnOffReminders(): Promise<void> {
  const endpoint = await endHere();
  if (endpoint !== null) await forgetSubscription(endpoint);
}

/**
 * Renews the subscription when the app gets online, and tells the server: browsers change it, and Safari
 * tells nobody. Makes a new one if the browser has ended it, or the server's key has changed.
 */
export async function renewReminders(userId: string): Promise<void> {
  if (deviceMemory.get(TURNED_ON) !== userId) return;
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    await subscribe(userId);
  } catch (error) {
    // The server or the push service is out of reach. The next time online tries again.
    if (!(error instanceof AuthError)) throw error;
  }
}

/**
 * Ends reminders in this browser at a sign-out, and closes its notifications. The server's part ends with the
 * session. Resolves to the address of the subscription; null without one.
 */
export async function endHere(): Promise<string | null> {
  deviceMemory.forget(TURNED_ON);
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  // They show names of tasks.
  if (registration?.getNotifications) {
    const shown = await lockNotifications(() => registration.getNotifications()).catch(() => []);
    for (const notification of shown) notification.close();
  }
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

/** Longer than the app takes to install on the device. */
const PATIENCE_MS = 10_000;

/** Null without a service worker, as in development. */
async function readyWorker(): Promise<ServiceWorkerRegistration | null> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) return null;
  const known = await container.getRegistration().catch(() => undefined);
  if (known?.active) return known;
  if (!import.meta.env.PROD) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([container.ready, late]);
}

/** True on an iPhone or iPad with the app open in the browser. */
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
