import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

/** A page of the app's origin that uses no database. */
const PLAIN_PAGE = '/healthz';

test('A tab that waits for an old one to close says so, and continues by itself', async ({ app }) => {
  await app.begin({ Home: ['On the server'] });
  const name = await databaseName(app);
  await app.page.goto(PLAIN_PAGE);
  await holdDatabase(app, name);
  // It waits for this page, and all openings for it.
  await app.page.evaluate((name) => void indexedDB.deleteDatabase(name), name);

  const tab = await app.newTab();
  await expect(tab.heading('Close the other Sunglow tabs')).toBeVisible();
  await app.page.close();

  await expect(tab.task('On the server')).toBeVisible();
  await tab.addTask('After it', { collection: 'Home' });
  await expect(tab.synced).toBeVisible();
});

test('A tab whose data a newer app has taken over asks for a reload', async ({ app }) => {
  await app.begin();
  await expect(app.synced).toBeVisible();
  const name = await databaseName(app);
  const newer = await app.newTab(PLAIN_PAGE);

  await holdDatabase(newer, name, 1_000);
  await expect(app.page.getByText('There is a new version of Sunglow', { exact: true })).toBeVisible();
  // It stores nothing from now on.
  await expect(app.page.getByText(/^Reload to continue: this tab can store nothing more\./)).toBeVisible();
  await app.header.getByRole('button', { name: 'Sync: Update needed', exact: true }).click();
  const details = app.dialog('There is a new version of Sunglow');
  await expect(details).toContainText('this tab can store nothing more');
  await expect(details).toContainText('Can store nothing more until you reload');
  await expect(app.page.getByText('safe on this device')).toHaveCount(0);
  await app.page.reload();

  await expect(app.heading('There is a new version of Sunglow')).toBeVisible();
  await expect(app.button('Reload')).toBeVisible();
});

test('A user signs out while an old tab holds up an upgrade, and the data are removed once it is closed', async ({
  app,
}) => {
  await app.begin(['Home']);
  const name = await databaseName(app);
  const old = await app.newTab(PLAIN_PAGE);
  await holdDatabase(old, name);
  const newer = await app.newTab(PLAIN_PAGE);
  const upgraded = holdDatabase(newer, name, 1_000);
  await expect(app.page.getByText('There is a new version of Sunglow', { exact: true })).toBeVisible();

  await app.signOut();
  await expect(app.page).toHaveURL('/');
  await old.page.close();
  await upgraded;

  const rows = () =>
    newer.page.evaluate(
      () =>
        new Promise((resolve) => {
          const { held } = window as unknown as { held: IDBDatabase };
          const counting = held.transaction('segment').objectStore('segment').count();
          counting.addEventListener('success', () => resolve(counting.result));
        }),
    );
  await expect.poll(rows).toBe(0);
});

async function databaseName(app: App): Promise<string> {
  const names = await app.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(names).toEqual([expect.stringMatching(/^sunglow-user-/)]);
  return names[0] ?? '';
}

/** Opens the database as a newer app would, or as it is, and never lets go of it. */
async function holdDatabase(app: App, name: string, version?: number): Promise<void> {
  await app.page.evaluate(
    ({ name, version }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, version);
        opening.addEventListener('success', () => {
          Object.assign(window, { held: opening.result });
          resolve();
        });
        opening.addEventListener('error', () => reject(opening.error as DOMException));
      }),
    { name, version },
  );
}
