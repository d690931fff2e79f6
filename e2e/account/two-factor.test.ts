import { appCode } from '#src/server/testing/sign-in/authenticator-app.ts';

import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test('A user sets up two-factor, signs in with the app, with a recovery code, and turns it off', async ({
  app,
}) => {
  const { page } = app;
  const password = page.getByLabel('Your password', { exact: true });
  const user = await app.begin();
  await app.openAccount('Sign-in and security');

  await app.button('Set up').click();
  await password.fill(user.password);
  await app.button('Go on').click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  expect(await violationsOf(app, 'setting up')).toEqual([]);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(appCode(secret));
  await app.button('Turn on').click();

  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  expect(await violationsOf(app, 'recovery codes')).toEqual([]);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  await app.button('I have kept them').click();
  await expect(app.button('Turn off')).toBeFocused();
  await expect(page.getByText('10 of 10 left', { exact: true })).toBeVisible();
  // The server has started a new session.
  await expect(app.synced).toBeVisible();

  await app.signOut();
  await page.goto('/auth/login');
  await app.submitSignIn(user);
  await expect(app.heading('One more step')).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  expect(await violationsOf(app, 'second step')).toEqual([]);
  const code = appCode(secret, 1);
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press('Enter');
  await expect(app.heading('Today')).toBeVisible();

  await app.signOut();
  await page.goto('/auth/login');
  await app.submitSignIn(user);
  await app.button('Use a recovery code').click();
  await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode);
  await app.button('Sign in').click();
  await expect(app.heading('Today')).toBeVisible();

  await app.openAccount('Sign-in and security');
  await expect(page.getByText('9 of 10 left', { exact: true })).toBeVisible();
  await app.button('Turn off').click();
  await password.fill(user.password);
  await app.button('Turn off').click();
  await expect(app.button('Set up')).toBeVisible();
  await expect(app.synced).toBeVisible();
  await app.signOut();
  await app.signIn(user);
});
