import { expect, test } from '#e2e/support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('Data that a sign-out could not remove go on a visit to any page, and the data of others stay', async ({
  app,
}) => {
  await app.begin();
  await app.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const names = () => app.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  // The databases left by a tab that was closed while a sleeping tab held up an upgrade.
  await app.page.evaluate(async () => {
    for (const name of ['sunglow-user-left', 'left-sunglow-user-left', 'sunglow-user-other'])
      await new Promise((resolve) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('meta'));
        opening.addEventListener('success', () => resolve(opening.result.close()));
      });
  });

  await app.page.goto('/robots.txt');

  await expect.poll(names).not.toContain('left-sunglow-user-left');
  expect(await names()).toContain('sunglow-user-other');
  expect(await names()).not.toContain('sunglow-user-left');
});
