import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { VirtualAuthenticator } from '#e2e/support/virtual-authenticator.ts';

test('A user adds a passkey, signs in with it, and removes it', async ({ app }) => {
  const { page } = app;
  const device = await VirtualAuthenticator.of(app);
  await app.begin();
  await app.openAccount('Sign-in and security');
  await app.button('Add a passkey').click();
  await expect(app.button('Rename Passkey')).toBeVisible();

  await app.button('Add a passkey').click();
  await expect(app.error('This device has a passkey for your account already.')).toBeVisible();

  await app.button('Rename Passkey').click();
  await expect(page.getByLabel('Name of the passkey')).toBeFocused();
  await page.getByLabel('Name of the passkey').fill('Blue laptop');
  await app.button('Save').click();
  await expect(app.button('Rename Blue laptop')).toBeFocused();
  expect(await violationsOf(app, 'account')).toEqual([]);

  await device.setPresent(false);
  await app.signOut();
  await page.goto('/auth/login');
  await expect(app.button('Sign in with a passkey')).toBeVisible();
  expect(await violationsOf(app, 'sign in')).toEqual([]);
  await device.setPresent(true);
  await app.button('Sign in with a passkey').click();
  await expect(app.heading('Today')).toBeVisible();

  await app.openAccount('Sign-in and security');
  await app.button('Remove Blue laptop').click();
  await app.dialog('Remove this passkey?').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No passkey yet', { exact: true })).toBeVisible();
  await expect(app.heading('Account')).toBeFocused();
});

test('A passkey that the browser offers in the email field signs in', async ({ app }) => {
  await VirtualAuthenticator.of(app);
  await app.begin();
  await app.openAccount('Sign-in and security');
  await app.button('Add a passkey').click();
  await expect(app.button('Rename Passkey')).toBeVisible();
  await app.signOut();
  await app.page.goto('/auth/login');
  await expect(app.heading('Today')).toBeVisible();
});
