import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { PhotoStorage } from '#src/server/testing/processes/photo-storage.ts';
import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { newUser } from '#e2e/support/users.ts';

const region = ({ page }: App, name: string) => page.getByRole('region', { name, exact: true });

/** A picture whose middle, enlarged four times, has a blue right edge. */
const YELLOW_BESIDE_BLUE =
  '<rect width="900" height="600" fill="#fc3"/><rect x="510" width="390" height="600" fill="#00f"/>';

function picture(drawing: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">${drawing}</svg>`;
  return { name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
}

/** Chooses the part to the left of the middle, at the largest zoom. */
async function cropByKeyboard({ page }: App): Promise<void> {
  const { keyboard } = page;
  const part = page.getByRole('application', { name: /^Part of the picture/ });
  await expect(part).toBeVisible();
  await keyboard.press('Tab');
  await expect(part).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.getByRole('slider', { name: 'Zoom', exact: true })).toBeFocused();
  await keyboard.press('End');
  await keyboard.press('Shift+Tab');
  for (let i = 0; i < 8; i++) await keyboard.press('ArrowRight');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save photo', exact: true })).toBeFocused();
  await keyboard.press('Enter');
}

function hasBlue(image: HTMLImageElement): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value, i) => i % 4 === 2 && value > 128);
}

const onS3 = test.extend({
  server: async ({ startServer }, provide) => {
    const storage = await PhotoStorage.start();
    await provide(await startServer({ env: storage.settings }));
    await storage.stop();
  },
});

onS3(
  'A user changes their name and photo here and finds both on the other device',
  async ({ app, newDevice }) => {
    const user = await app.begin();
    const tab = await app.newTab();
    const other = await newDevice();
    await other.join(user);

    // In a background tab, the key sometimes opens no file chooser.
    await app.page.bringToFront();
    await app.openAccount();
    await app.button('Change Name').click();
    const name = app.page.getByLabel('Name', { exact: true });
    await expect(name).toBeFocused();
    await name.fill('Ada King');
    await app.button('Save').click();

    await expect(app.success('Name changed')).toBeVisible();
    await expect(app.button('Change Name')).toBeFocused();
    const chooser = app.page.waitForEvent('filechooser');
    await app.button('Choose Photo').press('Enter');
    await (await chooser).setFiles(picture(YELLOW_BESIDE_BLUE));
    await cropByKeyboard(app);
    await expect(app.success('Photo changed')).toBeVisible();
    await expect(app.button('Change Photo')).toBeFocused();

    for (const { header } of [app, tab]) await expect(header.getByTitle('Ada King')).toBeVisible();
    await other.page.reload();
    await expect(other.header.getByTitle('Ada King')).toBeVisible();
    for (const { header } of [app, tab, other]) {
      const photo = header.locator('img[src^="/photos/"]');
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(150);
      expect(await photo.evaluate(hasBlue)).toBe(false);
    }
  },
);

test('Each part of the account has an address, and links to the page that had all of them lead there', async ({
  app,
}) => {
  await app.begin();
  await app.openAccount();
  const profile = region(app, 'Profile');
  await expect(profile).toBeVisible();
  const { page } = app;
  for (const [part, path, fragment, section] of [
    ['Preferences', '/app/account/preferences', 'preferences', 'Preferences'],
    ['Reminders', '/app/account/reminders', 'reminders', 'Reminders'],
    ['Sign-in and security', '/app/account/security', 'security', 'Devices'],
    ['Your data', '/app/account/data', 'data', 'Your data'],
  ] as const) {
    await app.openAccountPart(part);
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(`${part} · Account · Sunglow`);
    await expect(region(app, section)).toBeVisible();
    await page.goto(`/app/account#${fragment}`);
    await expect(page).toHaveURL(path);
    await expect(region(app, section)).toBeVisible();
  }
  await page.goto('/app/account?error=EMAIL_DIFFERS');
  await expect(page).toHaveURL('/app/account/security');
  await page.goBack();
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/app/account');
  await expect(profile).toBeVisible();
});

test('A user stops the upload of a photo, and keeps the previous picture', async ({ app }) => {
  await app.begin();
  await app.openAccount();
  await app.page.getByLabel('Picture', { exact: true }).setInputFiles(picture(YELLOW_BESIDE_BLUE));
  // A request that never ends.
  await app.page.route('**/api/account/photo', () => {});
  await app.button('Save photo').click();
  await expect(app.page.getByRole('progressbar', { name: 'Upload', exact: true })).toBeVisible();
  await app.button('Stop').click();
  await expect(app.page.getByRole('progressbar', { name: 'Upload', exact: true })).toBeHidden();

  await app.button('Cancel').click();
  await expect(app.button('Choose Photo')).toBeFocused();
  await expect(app.header.locator('img[src^="/photos/"]')).toHaveCount(0);
});

test('A photo that was chosen without a network is sent with the next one; once removed, it can be put back', async ({
  app,
}) => {
  app.watch.expect(/net::ERR_INTERNET_DISCONNECTED/);
  await app.begin();
  await app.openAccount();
  const photo = app.header.locator('img[src^="/photos/"]');
  await app.page.getByLabel('Picture', { exact: true }).setInputFiles(picture(YELLOW_BESIDE_BLUE));
  await expect(app.button('Save photo')).toBeEnabled();
  await app.context.setOffline(true);
  await app.button('Save photo').click();
  await expect(app.page.getByText('The photo is sent as soon as there is one.')).toBeVisible();

  await app.context.setOffline(false);

  await expect(app.success('Photo changed')).toBeVisible();
  await expect(photo).toBeVisible();
  await app.button('Remove Photo').click();
  await expect(photo).toHaveCount(0);
  await app.undo('Photo removed', 'Photo is back');
  await expect(photo).toBeVisible();
});

test('A user signs out another device, and a new password signs out all of them', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin();
  const [second, third] = [await newDevice(), await newDevice()];
  await second.signIn(user);
  await app.openAccount('Sign-in and security');
  const devices = region(app, 'Devices');
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);

  await devices.getByRole('button', { name: /^Sign out .+ on Linux$/ }).click();

  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(app.heading('Account')).toBeFocused();
  await expect(second.page.getByText('Sign in again to sync')).toBeVisible();

  await third.signIn(user);
  await app.button('Change Password').click();
  await app.page.getByLabel('Current password', { exact: true }).fill('not the password');
  await app.page.getByLabel('New password', { exact: true }).fill('a brand new password');
  app.watch.expect(/status of 400/);
  await app.button('Save').click();
  await expect(app.page.getByRole('alert').getByText('This password is not right.')).toBeVisible();
  await app.page.getByLabel('Current password', { exact: true }).fill(user.password);
  await app.button('Save').click();

  await expect(app.success('Password changed')).toBeVisible();
  await expect(third.page.getByText('Sign in again to sync')).toBeVisible();
  await expect(app.synced).toBeVisible();
  await third.page.goto('/auth/login');
  await third.submitSignIn({ ...user, password: 'a brand new password' });
  await expect(third.heading('Today')).toBeVisible();
});

test.describe('with mail', () => {
  let mail: MailServer;
  test.beforeAll(async () => {
    mail = await MailServer.start();
  });
  test.afterAll(() => mail.stop());

  test('A user changes their email by the links in two mails', async ({ browser, startServer }) => {
    const server = await startServer({ env: mail.settings });
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    const user = newUser();
    await page.goto('/auth/signup');
    await page.getByLabel('Name', { exact: true }).fill(user.name);
    await page.getByLabel('Email', { exact: true }).fill(user.email);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    const follow = async (address: string, count: number) => {
      await page.goto((await mail.linkTo(address, count)).url);
      const password = page.getByLabel('Password', { exact: true });
      if (count === 1 && address === user.email) await password.fill(user.password);
      await page.getByRole('button', { name: 'Confirm email', exact: true }).click();
    };
    await follow(user.email, 1);
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    await page.getByRole('link', { name: 'Account', exact: true }).click();

    await page.getByRole('button', { name: 'Change Email', exact: true }).click();
    await page.getByLabel('New email', { exact: true }).fill(`new-${user.email}`);
    await page.getByRole('button', { name: 'Send the link', exact: true }).click();
    await expect(page.getByText('Check your email')).toBeVisible();
    await follow(user.email, 2);
    await expect(page.getByText('Now open the link that we emailed to your new address.')).toBeVisible();
    await follow(`new-${user.email}`, 1);
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();

    await page.goto('/app/account');
    const profile = page.getByRole('region', { name: 'Profile', exact: true });
    await expect(profile.getByText(`new-${user.email}`)).toBeVisible();
    await context.close();
  });
});
