import type { Page } from '@playwright/test';

import { expect, test } from '#e2e/support/fixtures.ts';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly purpose?: string;
}

interface Manifest {
  readonly name: string;
  readonly start_url: string;
  readonly display: string;
  readonly icons: readonly Icon[];
  readonly shortcuts: readonly { readonly icons: readonly Icon[] }[];
}

test('A shared link to Sunglow comes with its picture', async ({ app: { page }, server }) => {
  for (const path of ['/', '/auth/login']) {
    const head = await headOf(page, path);
    expect(head['og:title'], path).toContain('Sunglow');
    expect(head['og:description'], path).toBe(head['description']);
    expect(head['twitter:card'], path).toBe('summary_large_image');
    expect(head['og:image'], path).toBe(`${server.url}/social.png`);
    expect(await sizeOf(page, head['og:image'])).toBe(`${head['og:image:width']}x${head['og:image:height']}`);
  }
});

test('Sunglow can be put on the home screen, with icons of the declared sizes', async ({ app: { page } }) => {
  await page.goto('/');
  const path = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(path ?? '');
  expect(answer.headers()['content-type']).toBe('application/manifest+json');
  const manifest = (await answer.json()) as Manifest;
  expect(manifest).toMatchObject({ name: 'Sunglow', start_url: '/app/today', display: 'standalone' });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
  expect(icons).toHaveLength(5);
  for (const { src, sizes } of icons) expect(await sizeOf(page, src), src).toBe(sizes);
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);

  const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect(await sizeOf(page, icon)).toBe('180x180');
});

test('Search engines find the public pages, and not the app', async ({ app: { page } }) => {
  const robots = await page.request.get('/robots.txt');
  expect(robots.headers()['content-type']).toContain('text/plain');
  expect(await robots.text()).toBe('User-agent: *\nAllow: /\nDisallow: /app\n');
});

test('Every public page has its own title', async ({ app: { page, watch } }) => {
  watch.expect(/the server responded with a status of 404/);
  for (const [path, title] of [
    ['/', 'Sunglow · Organize, Prioritize, Achieve'],
    ['/auth/login', 'Sign in · Sunglow'],
    ['/auth/signup', 'Sign up · Sunglow'],
    ['/nowhere', 'Page Not Found! · Sunglow'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
});

/** Opens the page, and returns its metadata from before any script has run. */
async function headOf(page: Page, path: string): Promise<Record<string, string>> {
  const answer = await page.goto(path);
  const html = (await answer?.text()) ?? '';
  return page.evaluate((html) => {
    const metas = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('meta');
    return Object.fromEntries(
      [...metas].map((meta) => [meta.getAttribute('property') ?? meta.name, meta.content]),
    );
  }, html);
}

/** The size of a picture, such as 192x192. Throws if the browser cannot show it. */
function sizeOf(page: Page, address: string | null | undefined): Promise<string> {
  return page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, address ?? '');
}
