import { TextServer } from '#src/server/testing/sign-in/text-server.ts';
import { expect, test as base } from '#e2e/support/fixtures.ts';

/** Browsers write every rejected request to the console. */
const REJECTED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** A server that sends text messages, and the server that receives them. */
const test = base.extend<{ texts: TextServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
  texts: async ({}, provide) => {
    const texts = await TextServer.start();
    await provide(texts);
    await texts.stop();
  },
  server: async ({ startServer, texts }, provide) => {
    await provide(await startServer({ env: texts.settings }));
  },
});

test('A newcomer signs up by a code, changes the number, and signs in by the new one', async ({
  app,
  newDevice,
  texts,
}) => {
  const { page } = app;
  await page.goto('/auth/signup');
  await page.getByRole('link', { name: 'Use a phone number', exact: true }).click();
  await expect(app.heading('Use a phone number')).toBeVisible();
  // The country of the browser's language.
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('US');
  await page.getByLabel('Country', { exact: true }).selectOption('Germany (+49)');
  const number = page.getByLabel('Phone number', { exact: true });
  await expect(number).toHaveAttribute('autocomplete', 'tel');

  app.watch.expect(REJECTED);
  await number.fill('12');
  await app.button('Text me a code').click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a phone number that gets text messages.');

  await number.fill('0151 23456789');
  await app.button('Text me a code').click();
  await expect(page.getByText('+49 1512 3456789', { exact: true })).toBeVisible();
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toBeFocused();
  await code.fill('12345');
  await app.button('Go on').click();
  await expect(code).toHaveAccessibleDescription(/Please enter the 6 digits of the code$/);
  await code.fill((await texts.codeTo('+4915123456789')).replace(/^.../, '$& '));
  await app.button('Go on').click();
  await expect(app.heading('Today')).toBeVisible();
  await app.addCollection('Home');

  await app.openAccount('Sign-in and security');
  await expect(page.getByText('phone.invalid')).toHaveCount(0);
  // The only sign-in method stays.
  await app.button('Remove phone number').click();
  await app.dialog('Remove your phone number?').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'the only sign-in method' })).toBeVisible();
  await app.button('Change phone number').click();
  await page.getByLabel('Phone number', { exact: true }).fill('+1 202 555 0143');
  await app.button('Text me a code').click();
  await page.getByLabel('Code', { exact: true }).fill(await texts.codeTo('+12025550143'));
  await app.button('Save').click();
  await expect(app.button('Change phone number')).toBeFocused();
  await expect(page.getByText('+12025550143', { exact: true })).toBeVisible();

  const other = await newDevice();
  await other.page.goto('/auth/phone');
  await other.page.getByLabel('Phone number', { exact: true }).fill('(202) 555-0143');
  await other.page.keyboard.press('Enter');
  await other.page.getByLabel('Code', { exact: true }).fill(await texts.codeTo('+12025550143', 2));
  await other.page.keyboard.press('Enter');
  await expect(other.heading('Today')).toBeVisible();
  await expect(other.link('Home')).toBeVisible();
});
