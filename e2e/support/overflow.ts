import type { App } from './app.ts';
import { expect } from './fixtures.ts';

/** Expects the page to be no wider than its window, and scrolling parts no wider than their frames. */
export async function expectNoOverflow(app: App): Promise<void> {
  const tooWide = () =>
    app.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const frames = [...document.querySelectorAll('*')].filter((element) =>
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX),
      );
      const wide = frames.filter((frame) => frame.scrollWidth > frame.clientWidth);
      return [
        ...(scrollWidth > clientWidth ? ['page'] : []),
        ...wide.map((frame) => frame.outerHTML.slice(0, 200)),
      ];
    });
  await expect.poll(tooWide).toEqual([]);
}
