import type { App } from './app.ts';
import { expect } from './fixtures.ts';

/** The page is no wider than its window. */
export async function expectNoOverflow(app: App): Promise<void> {
  const overflow = () =>
    app.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
}
