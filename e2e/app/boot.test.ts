import type { Page } from '@playwright/test';

import { expect, test } from '#e2e/support/fixtures.ts';

const LIGHT = '#fffdf8';
const DARK = '#161410';

test('A signed-in user who comes to the landing page never sees it', async ({ app }) => {
  const { page } = app;
  await page.addInitScript(() => {
    if (location.pathname !== '/') return;
    new PerformanceObserver(() => sessionStorage.setItem('painted', 'yes')).observe({ type: 'paint' });
  });
  const painted = () => page.evaluate(() => sessionStorage.getItem('painted'));

  await app.begin();
  await page.goto('/');
  await expect(page).toHaveURL('/app/today');
  await expect(app.heading('Today')).toBeVisible();
  expect(await painted()).toBeNull();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
  await expect.poll(painted).toBe('yes');
});

test('The theme that a user chose applies from the start, regardless of the system', async ({
  app: { page },
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  expect(await groundOf(page)).toBe(LIGHT);
  expect(await frameOf(page)).toBe(LIGHT);

  await page.evaluate(() => localStorage.setItem('sunglow.theme', 'dark'));
  // Without the app's own script, only the boot script runs.
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript' }));
  await page.reload();
  expect(await groundOf(page)).toBe(DARK);
  expect(await frameOf(page)).toBe(DARK);

  // The app does the same when the user changes the theme.
  await page.evaluate(() => delete document.documentElement.dataset['theme']);
  expect(await frameOf(page)).toBe(LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await groundOf(page)).toBe(DARK);
  expect(await frameOf(page)).toBe(DARK);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  expect(await groundOf(page)).toBe(LIGHT);
  expect(await frameOf(page)).toBe(LIGHT);
});

test('A browser that blocks storage still shows the public pages', async ({ app }) => {
  await app.page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Blocked', 'SecurityError');
      },
    }),
  );
  await app.page.goto('/');
  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
});

/** The background color of the page, as #rrggbb. */
function groundOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const channels = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? [];
    return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
  });
}

/** The color of the browser's frame: the first applicable `theme-color` of the page. */
function frameOf(page: Page): Promise<string | undefined> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  );
}
