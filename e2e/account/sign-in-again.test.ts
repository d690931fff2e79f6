import { ageSessionsOf } from '#src/server/testing/sign-in/old-session.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

/** Browsers log every rejected request to the console. */
const REJECTED = /Failed to load resource: the server responded with a status of 4\d\d/;

test('A user who signed in long ago signs in again on the spot, and keeps their input', async ({
  app,
  server,
}) => {
  const { page } = app;
  app.watch.expect(REJECTED);
  const user = await app.begin();
  const age = () => ageSessionsOf({ dataDir: server.dataDir, databaseUrl: null }, user.email);
  await age();
  await app.openAccount();
  await app.button('Change Email').click();
  const email = page.getByLabel('New email', { exact: true });
  await email.fill('grace@example.com');
  const dialog = app.dialog('Sign in again');
  const password = dialog.getByLabel('Your password', { exact: true });

  await app.button('Send the link').click();
  await expect(password).toBeFocused();
  expect(await violationsOf(app, 'sign in again')).toEqual([]);
  await password.fill('not the password');
  await password.press('Enter');
  await expect(dialog.getByText('Wrong email or password.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'This needs a recent sign-in.' })).toBeVisible();
  await expect(email).toHaveValue('grace@example.com');

  await app.button('Send the link').click();
  await password.fill(user.password);
  await password.press('Enter');
  await expect(page.getByText('Check your email', { exact: true })).toBeVisible();
  await expect(app.synced).toBeVisible();
  await app.button('Done').click();

  // The user signs in in another tab, by any method, and this tab continues by itself.
  await app.openAccountPart('Sign-in and security');
  await age();
  await app.button('Add a passkey').click();
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Another method, in a new tab', exact: true }).click();
  const other = await opened;
  await other.getByLabel('Password', { exact: true }).fill(user.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(dialog).toBeHidden();
});
