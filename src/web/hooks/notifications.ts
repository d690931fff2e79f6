import { createStore } from './store.ts';

export interface Notification {
  readonly id: number;
  readonly status: 'error' | 'success';
  readonly title: string;
  readonly message: string;
}

/** Shown at once at most; older ones give way. */
const STACKED = 3;

export const notifications = createStore<readonly Notification[]>([]);

let lastId = 0;

export function notifySuccess(message: string): void {
  notify({ status: 'success', title: 'Success!', message });
}

export function notifyError(message: string): void {
  notify({ status: 'error', title: 'Error!', message });
}

export function dismissNotification(id: number): void {
  notifications.set(notifications.get().filter((notification) => notification.id !== id));
}

/** The same text again replaces its older self, with its full time to live. */
function notify(content: Omit<Notification, 'id'>): void {
  const others = notifications
    .get()
    .filter(({ status, message }) => status !== content.status || message !== content.message);
  notifications.set([...others, { id: ++lastId, ...content }].slice(-STACKED));
}
