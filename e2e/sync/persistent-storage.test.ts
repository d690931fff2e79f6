import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test('The browser is asked to keep the data for good after the first change, once on a device', async ({
  app,
}) => {
  await app.context.addInitScript(() => {
    const persist = navigator.storage.persist.bind(navigator.storage);
    StorageManager.prototype.persist = () => {
      const asked = Number(sessionStorage.getItem('asked'));
      sessionStorage.setItem('asked', String(asked + 1));
      return persist();
    };
  });
  await app.begin();
  await expect(app.synced).toBeVisible();
  expect(await timesAsked(app)).toBe(0);

  await app.addCollection('Home');
  await expect.poll(() => timesAsked(app)).toBe(1);
  await app.addTask('More to keep', { collection: 'Home' });
  await app.page.reload();
  await app.addTask('Another visit', { collection: 'Home' });
  await expect(app.synced).toBeVisible();
  expect(await timesAsked(app)).toBe(1);
});

function timesAsked(app: App): Promise<number> {
  return app.page.evaluate(() => Number(sessionStorage.getItem('asked')));
}
