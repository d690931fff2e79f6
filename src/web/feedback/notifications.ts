import { createStore } from '#src/web/platform/store.ts';

export interface Notification {
  readonly id: number;
  readonly status: 'error' | 'success';
  readonly title: string;
  readonly message: string;
  /** Takes back what it tells of; null when it tells of nothing that can be. */
  readonly undo: WayBack | null;
  /** Opens the dialog again whose text it tells of; null when it tells of none. */
  readonly reopen: WayToDraft | null;
}

interface WayBack {
  /** The entry of the history that takes it back. */
  readonly entryId: string;
  readonly run: () => void;
}

interface WayToDraft {
  /** The dialog whose draft it is. */
  readonly dialog: string;
  readonly run: () => void;
}

/** How many are shown at once; older ones give way. */
const STACKED = 3;

export const notifications = createStore<readonly Notification[]>([]);

let lastId = 0;

export function notifySuccess(message: string): void {
  notify({ status: 'success', title: 'Success!', message, undo: null, reopen: null });
}

/** Tells what was done, and to which task or collection: of several, each is to be known by its name. */
export function notifyDone(title: string, name: string, undo: WayBack | null): void {
  notify({ status: 'success', title, message: name, undo, reopen: null });
}

export function notifyError(message: string): void {
  notify({ status: 'error', title: 'Error!', message, undo: null, reopen: null });
}

/** Tells that what was typed into a dialog is kept, and begins as `name`. */
export function notifyKept(name: string, reopen: WayToDraft): void {
  withdrawReopen(reopen.dialog);
  notify({ status: 'success', title: 'Draft kept', message: name, undo: null, reopen });
}

export function dismissNotification(id: number): void {
  notifications.set(notifications.get().filter((notification) => notification.id !== id));
}

/** Takes back the latest change that a notification still offers to take back. False when there is none. */
export function undoLatest(): boolean {
  const latest = notifications.get().findLast(({ undo }) => undo !== null);
  if (!latest?.undo) return false;
  dismissNotification(latest.id);
  latest.undo.run();
  return true;
}

/** The change was taken back some other way: what still offers it goes. */
export function withdrawUndo(entryId: string): void {
  notifications.set(notifications.get().filter(({ undo }) => undo?.entryId !== entryId));
}

/** The dialog has been opened again some other way: what still offers it goes. */
export function withdrawReopen(dialog: string): void {
  notifications.set(notifications.get().filter(({ reopen }) => reopen?.dialog !== dialog));
}

/** The same again replaces its older self, with its full time to live; but each change keeps its own way back. */
function notify(content: Omit<Notification, 'id'>): void {
  const isSame = ({ status, title, message }: Notification) =>
    status === content.status && title === content.title && message === content.message;
  const others = notifications.get().filter((other) => other.undo || other.reopen || !isSame(other));
  notifications.set([...others, { id: ++lastId, ...content }].slice(-STACKED));
}
