import { createStore } from '#src/web/platform/store.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

export interface Notification {
  readonly id: number;
  readonly status: 'error' | 'success';
  readonly title: string;
  readonly message: string;
  /** The number of equal changes since the notification of the first one, including this one. */
  readonly count: number;
  /** Takes back the change of the notification; null without one. */
  readonly undo: WayBack | null;
  /** Opens the dialog with the text of the notification; null without one. */
  readonly reopen: WayToDraft | null;
}

interface WayBack {
  /** The entry of the history that takes it back. */
  readonly entryId: string;
  readonly run: () => void;
}

interface WayToDraft {
  /** The dialog of the draft. */
  readonly dialog: string;
  readonly run: () => void;
}

/** The most notifications at once; newer ones replace older ones. One covers the others. */
const STACKED = 3;

export const notifications = createStore<readonly Notification[]>([]);

let lastId = 0;

export function notifySuccess(message: string): void {
  notify({ status: 'success', title: 'Success!', message, undo: null, reopen: null });
}

/** Reports a finished action, and the name of its task or collection, to tell several apart. */
export function notifyDone(title: string, name: string, undo: WayBack | null): void {
  notify({ status: 'success', title, message: name, undo, reopen: null });
}

export function notifyError(message: string): void {
  notify({ status: 'error', title: 'Error!', message, undo: null, reopen: null });
}

/** Reports that the typed text of a dialog is kept; it begins with `name`. */
export function notifyKept(name: string, reopen: WayToDraft): void {
  withdrawReopen(reopen.dialog);
  notify({ status: 'success', title: 'Draft kept', message: name, undo: null, reopen });
}

export function dismissNotification(id: number): void {
  notifications.set(notifications.get().filter((notification) => notification.id !== id));
}

/** Takes back the latest change that a notification offers. False without one. */
export function undoLatest(): boolean {
  const latest = notifications.get().findLast(({ undo }) => undo !== null);
  if (!latest?.undo) return false;
  dismissNotification(latest.id);
  latest.undo.run();
  return true;
}

/** Removes the offer to take back a change that was taken back in another way. */
export function withdrawUndo(entryId: string): void {
  notifications.set(notifications.get().filter(({ undo }) => undo?.entryId !== entryId));
}

/** Removes the offer to open a dialog that was opened in another way. */
export function withdrawReopen(dialog: string): void {
  notifications.set(notifications.get().filter(({ reopen }) => reopen?.dialog !== dialog));
}

/** An equal notification replaces the older one, with its full time. But each change keeps its own undo. */
function notify(content: Omit<Notification, 'id' | 'count'>): void {
  const isSame = ({ status, title, message }: Notification) =>
    status === content.status && title === content.title && message === content.message;
  const others = notifications.get().filter((other) => other.undo || other.reopen || !isSame(other));
  const previous = others.at(-1);
  const isNext = previous?.title === content.title && content.undo !== null;
  const count = isNext ? previous.count + 1 : 1;
  notifications.set([...others, { id: ++lastId, ...content, count }].slice(-STACKED));
}

/** The title of a notification for the eyes: `Task completed`, or `2 tasks completed`. */
export function countedTitle({ title, count }: Pick<Notification, 'title' | 'count'>): string {
  return count > 1 ? title.replace(/^Task /, `${formatCount(count)} tasks `) : title;
}
