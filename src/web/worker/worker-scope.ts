/**
 * The globals of a service worker that the worker uses. Their own types and those of a page exclude each
 * other.
 */
export interface WorkerScope {
  readonly registration: WorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<N extends keyof WorkerEvents>(type: N, listener: (event: WorkerEvents[N]) => void): void;
}

interface WorkerEvents {
  readonly message: MessageEvent & LongEvent;
  readonly fetch: VisitEvent;
  readonly push: PushEvent;
  readonly notificationclick: NotificationClick;
  readonly pushsubscriptionchange: SubscriptionChange;
  readonly sync: SyncEvent;
}

interface LongEvent extends Event {
  /** Keeps the worker running until `work` settles. */
  waitUntil(work: Promise<unknown>): void;
}

export interface VisitEvent extends LongEvent {
  readonly request: Request;
}

export interface PushEvent extends LongEvent {
  readonly data: { text(): string } | null;
}

export interface NotificationClick extends LongEvent {
  readonly notification: ShownNotification;
  /** '' for a click beside the buttons. */
  readonly action: string;
}

export interface SubscriptionChange extends LongEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

export interface SyncEvent extends LongEvent {
  readonly tag: string;
  /** True if the browser will not repeat the event. */
  readonly lastChance: boolean;
}

export interface ShownNotification extends Notification {
  readonly data: unknown;
}

export interface WorkerRegistration extends Omit<ServiceWorkerRegistration, 'showNotification'> {
  showNotification(title: string, options: WorkerNotificationOptions): Promise<void>;
  /** Missing in Firefox and Safari. */
  readonly sync?: { register(tag: string): Promise<void> };
}

export interface WorkerNotificationOptions extends NotificationOptions {
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
  readonly timestamp?: number;
}

export interface WindowClient {
  focus(): Promise<WindowClient>;
  postMessage(message: unknown, transfer?: readonly MessagePort[]): void;
}
