import { readdir, readFile } from 'node:fs/promises';

import { expect, test } from '#e2e/support/fixtures.ts';

const ASSETS = new URL('../../dist/web/assets/', import.meta.url);

test('The style guide is for development alone', async ({ app }) => {
  app.watch.expect(/status of 404/);
  await app.page.goto('/styleguide');
  await expect(app.heading('Page Not Found!')).toBeVisible();
  const scripts = (await readdir(ASSETS)).filter((name) => name.endsWith('.js'));
  expect(scripts).not.toEqual([]);
  for (const name of scripts) {
    expect(await readFile(new URL(name, ASSETS), 'utf8'), name).not.toContain('Style guide');
  }
});
