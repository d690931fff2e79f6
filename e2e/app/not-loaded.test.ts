import type { Route } from '@playwright/test';

import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const APP = /\/assets\/app-.*\.js$/;
const ACCOUNT = /\/assets\/account-page-.*\.js$/;
const PHOTO_FORM = /\/assets\/photo-form-.*\.js$/;
const QR_CODE = /\/assets\/qr-code-.*\.js$/;
const LABELS = /\/assets\/label-list-.*\.js$/;
const DIALOGS = /\/assets\/dialogs-.*\.js$/;

const NO_DIALOG =
  'This part of Sunglow could not be loaded. Check your network, then try again or reload the page.';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"/>';

/** The browsers' messages when a script fails to load. */
const COMPLAINTS = /Failed to load resource|Failed to fetch dynamically imported module/;

/** React's message for a part that a test holds back. */
const NO_PART = /A part of the app could not be loaded/;

// A service worker would provide all code from the device. These tests are about browsers without one, or a
// device that lost a part.
test.use({ serviceWorkers: 'block' });

test('While the app is on its way, the page says that it is loading', async ({ app }) => {
  await app.begin();
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await app.page.route(APP, async (route) => {
    await arrival;
    await route.continue();
  });
  await app.page.goto('/app/today', { waitUntil: 'commit' });
  await expect(app.page.getByText('Loading...', { exact: true })).toBeVisible();
  arrive();
  await expect(app.heading('Today')).toBeVisible();
  await expect(app.page.getByText('Loading...', { exact: true })).toBeHidden();
});

test('A page whose code comes late gets the focus, unless the user has moved it since', async ({ app }) => {
  const { page } = app;
  await app.begin();
  for (const isMoved of [false, true]) {
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    await openWithout(app, ACCOUNT, async (route) => {
      await arrival;
      await route.continue();
    });
    await goToAccount(app);
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    if (isMoved) await app.header.getByRole('button', { name: 'Search', exact: true }).focus();
    arrive();
    await expect(app.heading('Account')).toBeVisible();
    const focused = isMoved ? app.header.getByRole('button', { name: 'Search' }) : app.heading('Account');
    await expect(focused).toBeFocused();
    await page.unroute(ACCOUNT);
    await app.open('Today');
  }
});

test('A page whose code fails to load says so, and loads when tried again', async ({ app }) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  await app.begin();
  await openWithout(app, ACCOUNT, (route) => route.abort());
  await goToAccount(app);
  await expect(app.heading('This page could not be loaded')).toBeVisible();
  expect(await violationsOf(app, 'page not loaded')).toEqual([]);
  // The app around it still works.
  await app.addCollection('Made meanwhile');
  await app.open('Completed');
  await goToAccount(app);
  // Its code is asked for anew, and may still be on its way.
  await expect(app.heading('This page could not be loaded')).toBeVisible();

  await page.unroute(ACCOUNT);
  await app.button('Try again').click();
  await expect(app.heading('Account')).toBeVisible();
  await expect(page).toHaveURL('/app/account');
  await expect(app.link('Made meanwhile')).toBeVisible();
});

test('An app whose code fails to load says so, and loads when tried again', async ({ app }) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  await app.begin();
  await page.route(APP, (route) => route.abort());
  await page.goto('/app/upcoming');
  await expect(app.heading('This page could not be loaded')).toBeVisible();
  expect(await violationsOf(app, 'app not loaded')).toEqual([]);
  await page.unroute(APP);
  await app.button('Try again').click();
  await expect(app.heading('Upcoming')).toBeVisible();
});

test('Without a network, a page missing on the device says so; with one it loads, without a reload', async ({
  app,
}) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  app.watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await app.begin();
  await openWithout(app, ACCOUNT, (route) => route.abort());
  await app.context.setOffline(true);
  await goToAccount(app);
  await expect(app.heading('No connection')).toBeVisible();
  await app.button('Try again').click();
  await expect(app.heading('No connection')).toBeVisible();

  await page.unroute(ACCOUNT);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await app.context.setOffline(false);
  await app.button('Try again').click();
  await expect(app.heading('Account')).toBeFocused();
  expect(loads).toEqual([]);
});

test('Labels and filters whose code fails to load say so, and load when tried again', async ({ app }) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  app.watch.expect(NO_PART);
  await app.begin();
  await page.route(LABELS, (route) => route.abort());
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: 'Labels and filters could not be shown.' });
  await expect(notice).toBeVisible();
  await app.addCollection('Made meanwhile');
  expect(await violationsOf(app, 'labels not loaded')).toEqual([]);
  await page.unroute(LABELS);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(app.button('Add label')).toBeVisible();
});

test('Without a network, code loaded ahead waits for the network, and then loads', async ({ app }) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  app.watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await app.begin();
  const held: Route[] = [];
  await page.route(LABELS, (route) => void held.push(route));
  await page.reload();
  await expect(app.button('Add filter')).toBeVisible();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  // The dialog is loaded when first opened, unless the browser was idle before.
  await app.button('Add collection').click();
  await page.keyboard.press('Escape');
  await app.context.setOffline(true);
  for (const route of held) await route.abort();
  await app.addCollection('Made meanwhile');
  await expect(app.button('Add label')).toBeHidden();

  await page.unroute(LABELS);
  await app.context.setOffline(false);
  await expect(app.button('Add label')).toBeVisible();
});

test('A page whose code is gone with a new version asks to be reloaded', async ({ app }) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  await app.begin();
  await openWithout(app, ACCOUNT, (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'There is nothing here.' } }),
  );
  // The answer of a server with another version to a request for the app.
  const newer = async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(/index-[\w-]+\.js/g, 'index-Newer000.js'),
    });
  };
  await page.route('/app', newer);
  await goToAccount(app);
  await expect(app.heading('There is a new version of Sunglow')).toBeVisible();

  await page.unrouteAll();
  await app.button('Reload').click();
  await expect(app.heading('Account')).toBeVisible();
});

test('A loading page says so, and after two minutes that it could not be loaded', async ({ app }) => {
  const { page } = app;
  await app.begin();
  await page.clock.install();
  let hangs = true;
  await openWithout(app, ACCOUNT, (route) => (hangs ? undefined : route.continue()));
  await goToAccount(app);
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  await page.clock.runFor(119_000);
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(app.heading('This page could not be loaded')).toBeVisible();

  hangs = false;
  await app.button('Try again').click();
  await expect(app.heading('Account')).toBeVisible();
});

test('A page that loads very late still appears', async ({ app }) => {
  const { page } = app;
  await app.begin();
  await page.clock.install();
  const hanging: Route[] = [];
  await openWithout(app, ACCOUNT, (route) => void hanging.push(route));
  await goToAccount(app);
  await page.clock.runFor(120_000);
  await expect(app.heading('This page could not be loaded')).toBeVisible();
  for (const route of hanging) await route.continue();
  await expect(app.heading('Account')).toBeVisible();
});

test('A dialog whose code fails to load says so, and opens when requested again', async ({ app }) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  app.watch.expect(NO_PART);
  await app.begin();
  await openWithout(app, DIALOGS, (route) => route.abort());
  await app.button('Add collection').click();
  await expect(app.error(NO_DIALOG)).toBeVisible();
  await app.open('Completed');
  await page.unroute(DIALOGS);
  await app.addCollection('Home');
  await expect(app.link('Home')).toBeVisible();
});

test('A user whose device cannot show a share yet reloads, and finds it filled in', async ({ app }) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  app.watch.expect(NO_PART);
  await app.begin();
  await page.route(DIALOGS, (route) => route.abort());
  await page.goto('/app/new-task?title=Tomatoes&text=Water+them');
  await expect(app.error(NO_DIALOG)).toBeVisible();
  await expect(app.heading('Today')).toBeVisible();

  await page.unroute(DIALOGS);
  await page.reload();
  const dialog = app.dialog('Add task');
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Tomatoes');
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveValue('Water them');
  await expect(page).toHaveURL('/app/today');
});

test('A user whose photo cannot be cropped, since its code fails to load, keeps the input beside it', async ({
  app,
}) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  app.watch.expect(NO_PART);
  await app.begin();
  await page.route(PHOTO_FORM, (route) => route.abort());
  await app.openAccount();
  await app.button('Change Name').click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half a name');

  const picture = { name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(PICTURE) };
  await page.getByLabel('Picture', { exact: true }).setInputFiles(picture);
  await expect(
    app.error('The picture could not be opened. Check your network, then try again or reload the page.'),
  ).toBeVisible();
  await expect(name).toHaveValue('Half a name');

  await page.unroute(PHOTO_FORM);
  await page.getByLabel('Picture', { exact: true }).setInputFiles(picture);
  await expect(app.button('Save photo')).toBeVisible();
  await expect(name).toHaveValue('Half a name');
});

test('A user whose QR code fails to load types the key, or tries again, and keeps the input beside it', async ({
  app,
}) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  app.watch.expect(NO_PART);
  const user = await app.begin();
  await page.route(QR_CODE, (route) => route.abort());
  await app.openAccount('Sign-in and security');
  await app.button('Change Password').click();
  const password = page.getByLabel('New password', { exact: true });
  await password.fill('Half a password');

  await app.button('Set up').click();
  await page.getByLabel('Your password', { exact: true }).fill(user.password);
  await app.button('Go on').click();
  await expect(app.error('The QR code could not be shown.')).toBeVisible();
  await expect(page.locator('code')).toHaveText(/^[A-Z2-7 ]+$/);
  expect(await violationsOf(app, 'QR code not loaded')).toEqual([]);

  await page.unroute(QR_CODE);
  await app.button('Try again').click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(password).toHaveValue('Half a password');
});

test('If the app fails to load, the page says so; the landing page still appears', async ({ app }) => {
  const { page } = app;
  app.watch.expect(COMPLAINTS);
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort());
  await page.goto('/auth/login');
  const notice = page.getByText('Sunglow could not be loaded. Check your network, then reload this page.');
  await expect(notice).toBeVisible();
  await page.goto('/');
  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
  await expect(notice).toBeHidden();
});

/**
 * Reloads the app with `answer` for requests for some of its code. The code loaded beside the first screen is
 * there by then.
 */
async function openWithout(app: App, code: RegExp, answer: (route: Route) => unknown): Promise<void> {
  await app.page.route(code, answer);
  await app.page.reload();
  await expect(app.heading('Today')).toBeVisible();
  for (const name of ['Add label', 'Add filter', 'Quick add', 'View'])
    await expect(app.button(name)).toBeVisible();
}

async function goToAccount({ header }: App): Promise<void> {
  await header.getByRole('link', { name: 'Account', exact: true }).click();
}
