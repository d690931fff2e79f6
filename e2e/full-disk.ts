import type { App } from './app.ts';

/** From now on the device can keep nothing more, until the page is loaded anew. */
export async function fillDisk(app: App): Promise<void> {
  await app.page.evaluate(() => {
    const fail = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.add = fail;
    IDBObjectStore.prototype.put = fail;
  });
}
