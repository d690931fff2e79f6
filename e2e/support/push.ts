import type { CDPSession, Worker } from '@playwright/test';

import type { NewSubscription } from '#src/reading/remind/push-api.ts';
import type { PushData, PushMessage } from '#src/reading/remind/push-message.ts';
import { NOTIFICATIONS } from '#src/web/platform/notification-lock.ts';

import type { App } from './app.ts';

interface Registration {
  readonly registrationId: string;
  readonly scopeURL: string;
}

/** The service worker of a browser. It delivers pushes like a push service, and presses notifications. */
export class PushedBrowser {
  readonly #app: App;
  readonly #devtools: CDPSession;
  readonly #registrationId: string;

  private constructor(app: App, devtools: CDPSession, registrationId: string) {
    this.#app = app;
    this.#devtools = devtools;
    this.#registrationId = registrationId;
  }

  /** Resolves once the app is on the device. */
  static async of(app: App): Promise<PushedBrowser> {
    await app.page.evaluate(async () => navigator.serviceWorker.ready.then(() => undefined));
    const devtools = await app.context.newCDPSession(app.page);
    const { promise, resolve } = Promise.withResolvers<string>();
    devtools.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }: { registrations: readonly Registration[] }) => {
        const own = registrations[0];
        if (own) resolve(own.registrationId);
      },
    );
    await devtools.send('ServiceWorker.enable');
    return new PushedBrowser(app, devtools, await promise);
  }

  /** Delivers the decrypted content of a push. */
  async deliver(message: PushMessage | string): Promise<void> {
    await this.#devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(this.#app.page.url()).origin,
      registrationId: this.#registrationId,
      data: typeof message === 'string' ? message : JSON.stringify(message),
    });
  }

  get #worker(): Worker {
    const worker = this.#app.context.serviceWorkers().at(-1);
    if (!worker) throw new Error('The browser runs no service worker.');
    return worker;
  }

  /** The notifications on the screen, with their texts and buttons. */
  shown(): Promise<{ title: string; body: string; tag: string; buttons: string[] }[]> {
    return this.#worker.evaluate(async (lock) => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const all = (await navigator.locks.request(lock, () =>
        registration.getNotifications(),
      )) as (Notification & {
        actions?: readonly { title: string }[];
      })[];
      return all.map(({ title, body, tag, actions }) => ({
        title,
        body,
        tag,
        buttons: (actions ?? []).map((action) => action.title),
      }));
    }, NOTIFICATIONS);
  }

  /**
   * Presses a button of a notification, or with '' the notification itself, and waits for the worker to
   * finish.
   */
  press(tag: string, action: string): Promise<void> {
    return this.#worker.evaluate(
      async ([lock, tag, action]) => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        const [notification] = await navigator.locks.request(lock, () =>
          registration.getNotifications({ tag }),
        );
        const work: Promise<unknown>[] = [];
        // A script cannot make a real press, and only that may keep the worker running.
        const event = new Event('notificationclick');
        Object.assign(event, {
          notification,
          action,
          waitUntil: (promise: Promise<unknown>) => work.push(promise),
        });
        globalThis.dispatchEvent(event);
        await Promise.all(work);
      },
      [NOTIFICATIONS, tag, action] as const,
    );
  }
}

/**
 * From its next page on, the browser subscribes at a push service of the tests, since its maker's is out of
 * reach.
 */
export async function subscribeAt(app: App, subscription: NewSubscription): Promise<void> {
  await app.page.addInitScript((subscription) => {
    let current: object | null = null;
    Object.assign(PushManager.prototype, {
      subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        current = {
          ...subscription,
          options: { userVisibleOnly: true, applicationServerKey: applicationServerKey.buffer },
          toJSON: () => subscription,
          unsubscribe: () => {
            current = null;
            return Promise.resolve(true);
          },
        };
        return Promise.resolve(current);
      },
      getSubscription: () => Promise.resolve(current),
    });
  }, subscription);
}

/** The server's push message of a reminder. */
export function reminderPush(
  app: App,
  data: Pick<PushData, 'userId' | 'taskId' | 'alarm'> & Partial<PushData>,
  title: string,
): PushMessage {
  const path = data.taskId === null ? '/app/today' : `/app/task/${data.taskId}`;
  return {
    web_push: 8030,
    notification: {
      title,
      body: 'Now',
      navigate: new URL(path, app.page.url()).href,
      tag: data.alarm,
      lang: 'en',
      timestamp: Date.now(),
      data: { kind: 'task', due: null, above: null, zone: null, ...data },
    },
  };
}
