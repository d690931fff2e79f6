import type { App } from './app.ts';

/** Deletes the app's databases, as a user of the developer tools can. */
export async function deleteDatabases(app: App): Promise<void> {
  await app.page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      await new Promise<void>((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase(name);
        deletion.addEventListener('success', () => resolve());
        deletion.addEventListener('error', () => reject(deletion.error as DOMException));
      });
    }
  });
}

/** Removes the databases like the browser itself, without asking the tabs that have them open. */
export async function clearStorage(app: App): Promise<void> {
  const session = await app.context.newCDPSession(app.page);
  const { origin } = new URL(app.page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await session.detach();
}

/**
 * From the next page on, this browser has no databases, as in some private windows, or where they are
 * forbidden.
 */
export async function forbidStorage(app: App): Promise<void> {
  await app.context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
}

/** From the next page on, this browser opens its databases, but lets nothing be read or written. */
export async function breakStorage(app: App): Promise<void> {
  await app.context.addInitScript(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError');
    };
  });
}

/** Kills the process of the page. */
export async function crash(app: App): Promise<void> {
  const crashed = app.page.waitForEvent('crash');
  const session = await app.context.newCDPSession(app.page);
  // It never gets an answer.
  session.send('Page.crash').catch(() => {});
  await crashed;
}
