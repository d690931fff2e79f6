import type { Page } from '@playwright/test';

import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

type Part = 'page' | 'header' | 'sidebar';

test('A page that cannot be shown leaves the rest of the app alive, and can be tried again', async ({
  app,
}) => {
  const { page } = app;
  app.watch.expect(/Broken on purpose/);
  await prepareBreaking(page);
  await app.begin();
  await app.open('Completed');
  await breakPart(page, 'page');
  await app.link('Today').click();
  await expect(app.heading('Something went wrong')).toBeVisible();
  await expect(
    page.getByText('This page could not be shown. Everything you saved is safe on this device.'),
  ).toBeVisible();
  // Screen readers announce it, and Tab continues from there.
  await expect(app.heading('Something went wrong')).toBeFocused();
  expect(await violationsOf(app, 'broken page')).toEqual([]);

  await app.addCollection('Made meanwhile');
  await expect(app.link('Made meanwhile')).toBeVisible();
  await app.open('Completed');
  await app.link('Today').click();
  await app.button('Try again').click();
  await expect(app.heading('Something went wrong')).toBeFocused();
  await breakPart(page, null);
  await app.button('Try again').click();
  await expect(app.heading('Today')).toBeFocused();
});

for (const { part, what, mended } of [
  { part: 'header', what: 'The header could not be shown.', mended: (app: App) => app.header },
  { part: 'sidebar', what: 'The sidebar could not be shown.', mended: (app: App) => app.navigation },
] as const) {
  test(`When the ${part} cannot be shown, the page beside it goes on`, async ({ app }) => {
    const { page } = app;
    app.watch.expect(/Broken on purpose/);
    await prepareBreaking(page);
    await app.begin({ Home: ['Water the plants'] });
    await breakPart(page, part);
    await page.reload();
    await expect(page.getByText(what, { exact: true })).toBeVisible();
    expect(await violationsOf(app, `broken ${part}`)).toEqual([]);
    await app.completeTask('Water the plants');
    await expect(app.task('Water the plants')).toBeHidden();

    await breakPart(page, null);
    const trouble = page.getByRole('alert').filter({ hasText: what });
    await trouble.getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(trouble).toBeHidden();
    await expect(mended(app)).toBeVisible();
    await expect(app.heading('Today')).toBeFocused();
  });
}

/** Makes it possible to break browser functions that parts of the app call while they render. */
async function prepareBreaking(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const failFor = (part: Part, prototype: object, name: string) => {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
      const kind = 'get' in descriptor ? 'get' : 'value';
      const original = descriptor[kind] as () => unknown;
      const failing = function (this: unknown, ...args: []) {
        if (sessionStorage.getItem('broken') === part) throw new Error('Broken on purpose');
        return original.apply(this, args);
      };
      Object.defineProperty(prototype, name, { ...descriptor, [kind]: failing });
    };
    failFor('page', Intl.DateTimeFormat.prototype, 'format');
    failFor('header', Intl.Segmenter.prototype, 'segment');
    failFor('sidebar', Intl.NumberFormat.prototype, 'format');
  });
}

function breakPart(page: Page, part: Part | null): Promise<void> {
  return page.evaluate((part) => sessionStorage.setItem('broken', part ?? 'none'), part);
}
