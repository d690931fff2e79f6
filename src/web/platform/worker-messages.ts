import { isRecord } from '#src/domain/is-record.ts';

/** The messages of the service worker to the tabs. */
export type WorkerMessage =
  /** The user clicked a notification: the tab shall show this path of the app. */
  | { readonly type: 'open'; readonly path: string }
  /** Asks if the app runs in the tab and can show a path. The tab answers through the message's port. */
  | { readonly type: 'ask' }
  /** A notification is on the screen. */
  | { readonly type: 'reminded' };

/** Null for an unknown message, as another version of the worker may send. */
export function readWorkerMessage(data: unknown): WorkerMessage | null {
  if (!isRecord(data)) return null;
  const { type, path } = data;
  if (type === 'reminded' || type === 'ask') return { type };
  return type === 'open' && typeof path === 'string' ? { type, path } : null;
}

/** Calls `listener` with the messages of the service worker, until the returned function is called. */
export function watchWorker(
  listener: (message: WorkerMessage, port: MessagePort | undefined) => void,
): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const hear = ({ data, ports }: MessageEvent) => {
    const message = readWorkerMessage(data);
    if (message) listener(message, ports[0]);
  };
  container?.addEventListener('message', hear);
  return () => container?.removeEventListener('message', hear);
}
