import type { Page } from '@playwright/test';

import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test('A visitor reads what Sunglow is, and finds where to sign in', async ({ app: { page } }) => {
  await page.goto('/');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Organize, Prioritize, Achieve', exact: true }),
  ).toBeVisible();
  await expect(
    page.getByText(
      'Effortlessly manage your tasks. Set priorities, track progress, and achieve your goals seamlessly.',
    ),
  ).toBeVisible();

  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/auth/login');
  await page.goBack();
  await header.getByRole('link', { name: 'Signup', exact: true }).click();
  await expect(page).toHaveURL('/auth/signup');
  await page.goBack();
  await page.getByRole('link', { name: 'Get Started', exact: true }).click();
  await expect(page).toHaveURL('/auth/signup');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up', exact: true })).toBeVisible();
});

test('The landing page can be read before any script, which then takes it over', async ({
  app: { page },
}) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const login = page.getByRole('link', { name: 'Login', exact: true });
  await expect(login).toBeVisible();
  await expect(page).toHaveTitle('Sunglow · Organize, Prioritize, Achieve');
  const element = await login.elementHandle();

  held.resolve();
  await page.waitForEvent('load');
  await login.click();
  await expect(page).toHaveURL('/auth/login');
  await expect(page).toHaveTitle('Sign in · Sunglow');
  // The link stayed in the document until the end, and no other document was loaded.
  expect(await element?.evaluate((link) => link.isConnected)).toBe(false);
});

test('The landing page can be read without scripts', async ({ newDevice }) => {
  const { page } = await newDevice({ javaScriptEnabled: false });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Organize, Prioritize, Achieve' })).toBeVisible();
  await expect(page.getByRole('img', { name: "Sunglow, open on today's tasks" })).toBeVisible();
  await page.getByRole('link', { name: 'Get Started', exact: true }).click();
  await expect(page).toHaveURL('/auth/signup');
  // Playwright finds no text in `noscript`.
  await expect(page.locator('noscript')).toBeVisible();
});

test('A signed-in user who comes to the landing page is led to today', async ({ app }) => {
  await app.begin();
  await app.page.goto('/');
  await expect(app.page).toHaveURL('/app/today');
  await expect(app.heading('Today')).toBeVisible();
});

test('A user who signs out at the foot of a page comes to the top of the landing page, in every tab', async ({
  app,
}) => {
  const scrolledBy = ({ page }: App) => page.evaluate(() => scrollY);
  await app.page.setViewportSize({ width: 1280, height: 400 });
  await app.begin();
  const tab = await app.newTab('/app/account');
  await tab.page.setViewportSize({ width: 1280, height: 400 });
  await tab.button('Sign out').scrollIntoViewIfNeeded();
  await app.openAccount();
  await app.button('Sign out').scrollIntoViewIfNeeded();
  for (const each of [app, tab]) expect(await scrolledBy(each)).toBeGreaterThan(0);

  await app.button('Sign out').click();

  for (const each of [app, tab]) {
    await expect(each.heading('Organize, Prioritize, Achieve')).toBeVisible();
    expect(await scrolledBy(each)).toBe(0);
  }
});

test('An unknown address says so, and leads a signed-in user to today', async ({ app }) => {
  app.watch.expect(/the server responded with a status of 404/);
  await app.begin();
  for (const path of ['/nowhere', '/app/nowhere', '/auth/nowhere', '/app/today/more', '/50%', '/%E0%A4%A']) {
    expect((await app.page.goto(path))?.status(), path).toBe(404);
    await expect(app.heading('Page Not Found!'), path).toBeVisible();
    await app.page.getByRole('link', { name: 'Click Here', exact: true }).click();
    await expect(app.page).toHaveURL('/app/today');
    await expect(app.heading('Today')).toBeVisible();
  }
});

test('An unknown address says so to a visitor too', async ({ app }) => {
  app.watch.expect(/the server responded with a status of 404/);
  await app.page.goto('/nowhere');
  await expect(app.heading('Page Not Found!')).toBeVisible();
  await app.page.getByRole('link', { name: 'Click Here', exact: true }).click();
  await expect(app.page).toHaveURL('/auth/login');
});

test('The landing page fits every window', async ({ app: { page } }) => {
  for (const width of [1280, 632, 631, 375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Get Started', exact: true })).toBeInViewport();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} px`).toBe(0);
  }
});

test('The headline keeps its lines when its typeface arrives', async ({ app: { page, watch } }) => {
  watch.expect(/Failed to load resource/);
  const heights = async () => {
    const found: (number | undefined)[] = [];
    for (const width of [1280, 831, 632, 375]) {
      await page.setViewportSize({ width, height: 800 });
      found.push((await page.getByRole('heading', { level: 1 }).boundingBox())?.height);
    }
    return found;
  };
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/');
  const before = await heights();
  await page.unrouteAll();
  await page.reload();
  await page.evaluate(() => document.fonts.ready);
  expect(await heights()).toEqual(before);
});

for (const { width, size } of [
  { width: 632, size: 'desktop' },
  { width: 631, size: 'phone' },
]) {
  for (const system of ['light', 'dark'] as const) {
    test(`The landing page shows the app as a ${size} has it at ${width} px, ${system} as the system or as chosen`, async ({
      app: { page },
    }) => {
      const loaded: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'image') loaded.push(new URL(request.url()).pathname);
      });
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: system });
      await page.goto('/');
      await expectPicture(page, `${size}-${system}`);
      expect(loaded.filter((path) => path.endsWith('.webp'))).toHaveLength(1);

      const other = system === 'light' ? 'dark' : 'light';
      await page.evaluate((theme) => localStorage.setItem('sunglow.theme', theme), other);
      await page.reload();
      await expectPicture(page, `${size}-${other}`);
    });
  }
}

/** The page shows only this picture, in its declared size at double density. */
async function expectPicture(page: Page, name: string): Promise<void> {
  const image = page.getByRole('img', { name: "Sunglow, open on today's tasks" });
  await expect(image).toBeVisible();
  await expect
    .poll(() =>
      image.evaluate((element: HTMLImageElement) => {
        const path = new URL(element.currentSrc || location.href).pathname;
        const announced = [...(element.parentElement?.children ?? [])].find((child) =>
          [child.getAttribute('srcset'), child.getAttribute('src')].includes(path),
        );
        return {
          name: /(\w+-\w+)-[^/]+\.webp$/.exec(path)?.[1],
          width: element.naturalWidth - 2 * Number(announced?.getAttribute('width')),
          height: element.naturalHeight - 2 * Number(announced?.getAttribute('height')),
        };
      }),
    )
    .toEqual({ name, width: 0, height: 0 });
}
