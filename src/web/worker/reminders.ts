import { PUSH_PATH, type NewReceipt } from '#src/reading/remind/push-api.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { TasksAround } from '#src/tables/task/complete-now.ts';
import { mutateInBackground, sendInBackground } from '#src/sync/client/background/background-outbox.ts';
import { keepReceipt } from '#src/sync/client/background/kept-receipts.ts';
import { isStoredHere, NoOutbox } from '#src/sync/client/background/stored-outbox.ts';
import { lockNotifications } from '#src/web/platform/notification-lock.ts';
import { postReceipt, tellReceipts } from '#src/web/platform/tell-receipts.ts';
import type { WorkerMessage } from '#src/web/platform/worker-messages.ts';
import { buttonsOf } from './notification-actions.ts';
import { completionOf, operationOf, type AboutTask } from './notification-operation.ts';
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

/** The number of buttons that the browser shows; undefined in Safari, which has none. */
const room = (): number | undefined =>
  'Notification' in globalThis ? (Notification as { maxActions?: number }).maxActions : undefined;

/** Shows reminders and runs their buttons, without a tab and without a network (rule N5). */
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

/** Every push shows a notification: browsers end a subscription whose pushes show none. */
async function remind(scope: WorkerScope, text: string | undefined): Promise<void> {
  const userId = userOf(text);
  // Without buttons where the browser cannot tell.
  const isOwn = await isStoredHere(userId).catch(() => false);
  const toShow = notificationOf(text, room(), isOwn);
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
 * Stores the operation of a button like any change; null for a click beside the buttons. If storing fails,
 * the notification says so.
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
    const operation = operationOf(action, about, at);
    const amend = (tasks: TasksAround) => completionOf(about, at, tasks);
    if (operation) await mutateInBackground(userId, operation, action === 'complete' ? amend : undefined);
    return operation;
  } catch (error) {
    const body = 'This device could not store it. Open Sunglow to do it there.';
    // The user can do it after signing in.
    if (error instanceof NoOutbox) await open(scope, navigate);
    else await show(scope, shownAgain(notification, { body, actions: [] }));
    return 'failed';
  }
}

/** Sends the unsent changes, now or when the network is back. */
async function send(scope: WorkerScope, userId: string): Promise<void> {
  if (!navigator.onLine || (await sendInBackground(userId)) === 'waits')
    await tryLater(scope, `${OUTBOX}${userId}`);
}

/** The tags of the background syncs for unsent changes and receipts. */
const OUTBOX = 'outbox ';
const RECEIPTS = 'receipts ';

/**
 * Asks the browser to call when the network is back. Without background sync, the next tab sends the rest.
 */
async function tryLater({ registration }: WorkerScope, tag: string): Promise<void> {
  await registration.sync?.register(tag).catch(() => {});
}

async function goOn({ tag, lastChance }: SyncEvent): Promise<void> {
  if (!tag.startsWith(OUTBOX) && !tag.startsWith(RECEIPTS)) return;
  const isDone = tag.startsWith(OUTBOX)
    ? (await sendInBackground(tag.slice(OUTBOX.length))) !== 'waits'
    : await tellReceipts(tag.slice(RECEIPTS.length));
  // The browser repeats a failed sync event a few times.
  if (!isDone && !lastChance) throw new Error('The server cannot be reached yet.');
}

/** Stores a receipt and sends it. If the server cannot be reached, a later sync or the next tab sends it. */
async function tellReceipt(scope: WorkerScope, userId: string, receipt: NewReceipt): Promise<void> {
  try {
    await keepReceipt(userId, receipt);
  } catch {
    // It could not be stored, so it is posted once.
    await postReceipt(receipt);
    return;
  }
  if (!(await tellReceipts(userId))) await tryLater(scope, `${RECEIPTS}${userId}`);
}

/**
 * Tells the server of the subscription's new address. Safari sends no such event; there the app compares the
 * address when it opens.
 */
async function renew(
  { registration }: WorkerScope,
  { newSubscription, oldSubscription }: SubscriptionChange,
): Promise<void> {
  const options = oldSubscription?.options;
  const renewed = newSubscription ?? (options && (await registration.pushManager.subscribe(options)));
  if (!renewed) return;
  const body = JSON.stringify(renewed);
  const headers = { 'content-type': 'application/json' };
  // If this fails, the app sends it when it opens.
  await fetch(`${PUSH_PATH}/subscription`, { method: 'PUT', headers, body }).catch(() => {});
}

async function show({ registration }: WorkerScope, { title, options }: ToShow): Promise<void> {
  await lockNotifications(() => registration.showNotification(title, options));
}

/** Opens the address in a running tab of the app, which navigates itself; else in a new tab. */
async function open(scope: WorkerScope, url: string): Promise<void> {
  const tab = await runningTab(scope);
  if (!tab) {
    await scope.clients.openWindow(url);
    return;
  }
  const message: WorkerMessage = { type: 'open', path: new URL(url, location.href).pathname };
  tab.postMessage(message);
  // Some browsers focus a tab only right after a press.
  await tab.focus().catch(() => {});
}

/** Running tabs of the app answer sooner. */
const ANSWER_MS = 500;

/**
 * The first tab that answers. The worker knows only the first address of a tab, which may be the landing
 * page, and the tab may be frozen.
 */
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

/** The tabs, visible ones first. */
function windows({ clients }: WorkerScope): Promise<readonly WindowClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true });
}
