import { isRecord } from '#src/domain/is-record.ts';
import type { PushData, PushMessage } from '#src/reading/remind/push-message.ts';
import { buttonsOf } from './notification-actions.ts';
import type { ShownNotification, WorkerNotificationOptions } from './worker-scope.ts';

/** The arguments of the browser's `showNotification`. */
export interface ToShow {
  readonly title: string;
  readonly options: WorkerNotificationOptions & { readonly data: NotificationData };
}

/** The data kept with a notification. */
export interface NotificationData extends PushData {
  /** The address that a click opens. */
  readonly navigate: string;
}

/**
 * Shown for a push that this worker cannot read, such as one of a newer server: browsers require every push
 * to show something.
 */
const UNREADABLE: ToShow = {
  title: 'Sunglow',
  options: {
    body: 'You have a reminder. Open Sunglow to see it.',
    tag: 'unreadable',
    data: {
      kind: 'test',
      alarm: '',
      taskId: null,
      due: null,
      above: null,
      zone: null,
      userId: '',
      navigate: '/app/today',
    },
  },
};

/**
 * The notification of a push (rule N5). `room`: the number of buttons; `isOwn`: true if the data of its user
 * are on this device.
 */
export function notificationOf(text: string | undefined, room: number | undefined, isOwn: boolean): ToShow {
  const message = readMessage(text);
  if (!message) return UNREADABLE;
  const { title, navigate, data, ...options } = message.notification;
  const buttons = data.kind === 'task' && isOwn ? buttonsOf(null, room) : [];
  return {
    title,
    options: {
      ...LOOK,
      ...options,
      data: { ...data, navigate },
      ...(buttons.length > 0 && { actions: buttons }),
    },
  };
}

/**
 * The same notification with other buttons or another text. It makes no sound, since the user has just
 * pressed it.
 */
export function shownAgain(
  { title, body, tag, lang, data }: ShownNotification,
  change: Pick<WorkerNotificationOptions, 'actions' | 'body'>,
): ToShow {
  return {
    title,
    options: { ...LOOK, body, tag, lang, silent: true, data: data as NotificationData, ...change },
  };
}

const LOOK = { icon: '/icon-192.png' } as const;

/** The user of a push; '' if it names none. */
export function userOf(text: string | undefined): string {
  return readMessage(text)?.notification.data.userId ?? '';
}

/** Null for a push that Sunglow did not send. */
function readMessage(text: string | undefined): PushMessage | null {
  try {
    const message: unknown = JSON.parse(text ?? '');
    const notification = isRecord(message) ? message['notification'] : null;
    if (!isRecord(notification) || !isRecord(notification['data'])) return null;
    const { title, tag, navigate } = notification;
    const isRight = [title, tag, navigate].every((each) => typeof each === 'string');
    return isRight ? (message as PushMessage) : null;
  } catch {
    return null;
  }
}
