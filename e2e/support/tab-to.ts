import type { Locator } from '@playwright/test';
import type { App } from './app.ts';
import { expect } from './fixtures.ts';

/** More than the tab stops of any page. */
const MANY = 60;

/** Presses Tab until `target` has the focus. */
export async function tabTo({ page }: App, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let count = 0; count < MANY; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
