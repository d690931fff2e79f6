import { PUSH_PATH, type NewReceipt } from '#src/domain/remind/push-api.ts';
import type { Operation } from '#src/mutators/index.ts';
import {
  mutateInBackground,
  readTasksInBackground,
  sendInBackground,
} from '#src/sync/client/background/background-outbox.ts';
import { keepReceipt } from '#src/sync/client/background/kept-receipts.ts';
import { isStoredHere, NoOutbox } from '#src/sync/client/background/stored-outbox.ts';
import { postReceipt, tellReceipts } from '#src/web/platform/tell-receipts.ts';
import type { WorkerMessage } from '#src/web/platform/worker-messages.ts';
import { buttonsOf } from './notification-actions.ts';
import { operationOf, type AboutTask } from './notification-operation.ts';
import {
  notificationOf,
  shownAgain,
  userOf,
  type NotificationData,
  type ToShow,
} from './reminder-notification.ts';
import type {
  NotificationClick,
  PushEvent,
  ShownNotification,
  SubscriptionChange,
  SyncEvent,
  WindowClient,
  WorkerScope,
} from './worker-scope.ts';

/** How many buttons the browser has room for; Safari has none and does not say. */
const room = (): number | undefined =>
  'Notification' in globalThis ? (Notification as { maxActions?: number }).maxActions : undefined;

/** Shows reminders, and does what their buttons say, without a tab and without a network (rule N5). */
export function listenForReminders(scope: WorkerScope): void {
  scope.addEventListener('push', (event: PushEvent) => {
    event.waitUntil(remind(scope, event.data?.text()));
  });
  scope.addEventListener('notificationclick', (event: NotificationClick) => {
    event.waitUntil(answer(scope, event));
  });
  scope.addEventListener('pushsubscriptionchange', (event: SubscriptionChange) => {
    event.waitUntil(renew(scope, event));
  });
  scope.addEventListener('sync', (event: SyncEvent) => event.waitUntil(goOn(event)));
}

/** Every push shows something: a browser ends the subscription of whoever shows nothing. */
async function remind(scope: WorkerScope, text: string | undefined): Promise<void> {
  const userId = userOf(text);
  const toShow = notificationOf(text, room(), await isStoredHere(userId));
  await show(scope, toShow);
  await tellTabs(scope, { type: 'reminded' });
  const { kind, alarm } = toShow.options.data;
  if (kind !== 'test') await tellReceipt(scope, userId, { alarm, what: 'shown', at: Date.now() });
}

async function answer(scope: WorkerScope, { action, notification }: NotificationClick): Promise<void> {
  const data = notification.data as NotificationData;
  const at = Date.now();
  if (action === 'snooze' || action === 'longer')
    return show(scope, shownAgain(notification, { actions: buttonsOf(action, room()) }));
  const { taskId, userId, alarm } = data;
  const operation = taskId === null ? null : await keep(scope, notification, action, { ...data, taskId }, at);
  if (operation === 'failed') return;
  notification.close();
  if (!operation) return open(scope, data.navigate);
  const what = operation.name === 'reminder.add' ? 'snoozed' : 'done';
  await Promise.all([send(scope, userId), tellReceipt(scope, userId, { alarm, what, at })]);
}

/**
 * Keeps the operation of a button, as any change; null for a click beside the buttons. An operation that cannot be kept is said in the
 * notification.
 */
async function keep(
  scope: WorkerScope,
  notification: ShownNotification,
  action: string,
  about: AboutTask & NotificationData,
  at: number,
): Promise<Operation | null | 'failed'> {
  const { userId, navigate } = about;
  try {
    const operation = await operationOf(action, about, at, () => readTasksInBackground(userId));
    if (operation) await mutateInBackground(userId, operation);
    return operation;
  } catch (error) {
    const body = 'This device could not store that. Open Sunglow to do it there.';
    // Where somebody signs in, it can be done.
    if (error instanceof NoOutbox) await open(scope, navigate);
    else await show(scope, shownAgain(notification, { body, actions: [] }));
    return 'failed';
  }
}

/** Sends what waits, now or when there is a network. */
async function send(scope: WorkerScope, userId: string): Promise<void> {
  if (!navigator.onLine || (await sendInBackground(userId)) === 'waits')
    await tryLater(scope, `${OUTBOX}${userId}`);
}

/** The tags by which the browser says that there is a network again. */
const OUTBOX = 'outbox ';
const RECEIPTS = 'receipts ';

/** Has the browser call when there is a network; where it cannot, the next tab sends what waits. */
async function tryLater({ registration }: WorkerScope, tag: string): Promise<void> {
  await registration.sync?.register(tag).catch(() => {});
}

async function goOn({ tag, lastChance }: SyncEvent): Promise<void> {
  if (!tag.startsWith(OUTBOX) && !tag.startsWith(RECEIPTS)) return;
  const isDone = tag.startsWith(OUTBOX)
    ? (await sendInBackground(tag.slice(OUTBOX.length))) !== 'waits'
    : await tellReceipts(tag.slice(RECEIPTS.length));
  // The browser tries again, a few times.
  if (!isDone && !lastChance) throw new Error('There is no way to the server yet.');
}

/** What the server does not hear now is kept, and told by the next tab at the latest. */
async function tellReceipt(scope: WorkerScope, userId: string, receipt: NewReceipt): Promise<void> {
  try {
    await keepReceipt(userId, receipt);
  } catch {
    // It is posted once, at least.
    await postReceipt(receipt);
    return;
  }
  if (!(await tellReceipts(userId))) await tryLater(scope, `${RECEIPTS}${userId}`);
}

/** The browser has given the subscription another address. Safari does not tell; there the app compares it as it opens. */
async function renew(
  { registration }: WorkerScope,
  { newSubscription, oldSubscription }: SubscriptionChange,
): Promise<void> {
  const options = oldSubscription?.options;
  const renewed = newSubscription ?? (options && (await registration.pushManager.subscribe(options)));
  if (!renewed) return;
  const body = JSON.stringify(renewed);
  const headers = { 'content-type': 'application/json' };
  // Where it does not arrive, the app does it as it opens.
  await fetch(`${PUSH_PATH}/subscription`, { method: 'PUT', headers, body }).catch(() => {});
}

async function show({ registration }: WorkerScope, { title, options }: ToShow): Promise<void> {
  await registration.showNotification(title, options);
}

/** Opens the address in a tab of the app that runs, which goes there by itself; else in a new one. */
async function open(scope: WorkerScope, url: string): Promise<void> {
  const tab = await runningTab(scope);
  if (!tab) {
    await scope.clients.openWindow(url);
    return;
  }
  const message: WorkerMessage = { type: 'open', path: new URL(url, location.href).pathname };
  tab.postMessage(message);
  // Some browsers let only a fresh press bring a tab to the front.
  await tab.focus().catch(() => {});
}

/** A tab in which the app runs answers sooner. */
const ANSWER_MS = 500;

/** The first that answers. Where a tab began is all that is known of it: that may be the landing page, and it may be frozen. */
async function runningTab(scope: WorkerScope): Promise<WindowClient | null> {
  const message: WorkerMessage = { type: 'ask' };
  const answers = (await windows(scope)).map(
    (tab) =>
      new Promise<WindowClient>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(tab));
        port1.start();
        tab.postMessage(message, [port2]);
      }),
  );
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_MS));
  return Promise.race([...answers, late]);
}

async function tellTabs(scope: WorkerScope, message: WorkerMessage): Promise<void> {
  for (const tab of await windows(scope)) tab.postMessage(message);
}

/** Those that the user looks at come first. */
function windows({ clients }: WorkerScope): Promise<readonly WindowClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true });
}
