import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const LIGHT = 'rgb(255, 253, 248)';
const DARK = 'rgb(22, 20, 16)';

const choice = (app: App, name: string) =>
  app.page.getByRole('group', { name: 'Theme', exact: true }).getByRole('radio', { name, exact: true });

/** The background of the page, and the frame that the browser paints around it. */
async function expectGround(app: App, color: string): Promise<void> {
  await expect(app.page.locator('html')).toHaveCSS('background-color', color);
  const frame = () =>
    app.page.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
      const probe = document.createElement('i');
      probe.style.color = metas.find(({ media }) => matchMedia(media).matches)?.content ?? '';
      return probe.style.color;
    });
  await expect.poll(frame).toBe(color);
}

test('Until a user chooses, the app follows the theme of the system', async ({ app }) => {
  await app.page.emulateMedia({ colorScheme: 'dark' });
  await app.begin();
  await app.openAccount('Preferences');
  await expect(choice(app, 'System')).toBeChecked();
  await expectGround(app, DARK);
  await app.page.emulateMedia({ colorScheme: 'light' });
  await expectGround(app, LIGHT);
});

for (const width of [1280, 831, 375]) {
  test(`At ${width} px a user chooses dark, and it is remembered`, async ({ app }) => {
    await app.page.setViewportSize({ width, height: 700 });
    await app.page.emulateMedia({ colorScheme: 'light' });
    await app.begin();
    await app.openAccount('Preferences');
    await choice(app, 'Dark').check();
    await expectGround(app, DARK);
    await app.page.reload();
    await expectGround(app, DARK);
    await expect(choice(app, 'Dark')).toBeChecked();

    await choice(app, 'System').check();
    await expectGround(app, LIGHT);
    await app.page.emulateMedia({ colorScheme: 'dark' });
    await expectGround(app, DARK);
    await choice(app, 'Light').check();
    await expectGround(app, LIGHT);
  });
}

test('The theme is chosen by the arrow keys', async ({ app }) => {
  await app.page.emulateMedia({ colorScheme: 'light' });
  await app.begin();
  await app.openAccount('Preferences');
  await choice(app, 'System').focus();
  await app.page.keyboard.press('ArrowRight');
  await expect(choice(app, 'Light')).toBeChecked();
  await app.page.keyboard.press('ArrowRight');
  await expect(choice(app, 'Dark')).toBeChecked();
  await expectGround(app, DARK);
});

test('Other tabs follow at once', async ({ app }) => {
  await app.page.emulateMedia({ colorScheme: 'light' });
  await app.begin();
  await app.openAccount('Preferences');
  const tab = await app.newTab('/app/account/preferences');
  app.watch.expect(/status of 404/);
  const outside = await app.newTab('/no-such-page');
  await choice(tab, 'Dark').check();
  await expectGround(app, DARK);
  await expectGround(outside, DARK);
  await expect(choice(app, 'Dark')).toBeChecked();
  await choice(app, 'System').check();
  await expectGround(tab, LIGHT);
  await expect(choice(tab, 'System')).toBeChecked();
});

test('The theme outlives a sign-out', async ({ app }) => {
  await app.page.emulateMedia({ colorScheme: 'light' });
  const user = await app.begin();
  await app.openAccount('Preferences');
  await choice(app, 'Dark').check();
  await expect(app.synced).toBeVisible();
  await app.signOut();
  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
  await expectGround(app, DARK);
  await app.signIn(user);
  await expectGround(app, DARK);
});

for (const [before, ground] of [
  ['System', LIGHT],
  ['Dark', DARK],
] as const) {
  test(`Undo of the first choice of a theme goes back to ${before}, which the browser showed`, async ({
    app,
  }) => {
    await app.page.emulateMedia({ colorScheme: 'light' });
    await app.page.goto('/');
    if (before === 'Dark') await app.page.evaluate(() => localStorage.setItem('sunglow.theme', 'dark'));
    await app.begin();
    await app.openAccount('Preferences');
    await expect(choice(app, before)).toBeChecked();
    await choice(app, before === 'Dark' ? 'Light' : 'Dark').check();
    await expectGround(app, before === 'Dark' ? LIGHT : DARK);
    await app.page.keyboard.press('ControlOrMeta+z');
    await expect(choice(app, before)).toBeChecked();
    await expectGround(app, ground);
    await app.page.reload();
    await expect(choice(app, before)).toBeChecked();
    await expectGround(app, ground);
  });
}
