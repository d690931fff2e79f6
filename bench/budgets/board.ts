import type { Page } from '@playwright/test';
import { distribution, ms, type Row } from '#bench/measure.ts';

const FRAMES = 240;
/**
 * The distance of each step in px: at 60 frames a second as fast as a fling begins, and with entirely new
 * cards in every frame.
 */
const STEPS = [150, 600] as const;
/** Above this, every second frame at 60 a second would be lost. */
const BUDGET_MS = 33;

/** Measures the frames while the longest column of the open board scrolls, and while nothing moves. */
export async function scrollBoard(page: Page): Promise<Row[]> {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Board', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.locator('[data-board] li[data-task]').first().waitFor();
  const idle = distribution(await page.evaluate(scrollColumn, { frames: FRAMES, step: 0 }));
  const rows: Row[] = [];
  for (const step of STEPS) {
    const frames = await page.evaluate(scrollColumn, { frames: FRAMES, step });
    const { p50, p95 } = distribution(frames);
    const longest = Math.max(...frames);
    rows.push({
      what: `scroll a board of 10,000 cards by ${step} px a frame: frames (p50, p95, longest)`,
      measured: `${ms(p50)}, ${ms(p95)}, ${ms(longest)}`,
      floor: `${ms(idle.p50)}, ${ms(idle.p95)}`,
      budget: `longest ${BUDGET_MS} ms`,
      kept: longest <= BUDGET_MS,
    });
  }
  return rows;
}

/** Runs in the page. Returns the length of each frame in ms. */
async function scrollColumn({ frames, step }: { readonly frames: number; readonly step: number }) {
  const columns = [...document.querySelectorAll('[data-board] [data-list]')].flatMap(
    (list) => list.parentElement ?? [],
  );
  const [longest] = columns.toSorted((a, b) => b.scrollHeight - a.scrollHeight);
  const took: number[] = [];
  let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  for (let frame = 0; frame < frames; frame++) {
    longest?.scrollBy({ top: step, behavior: 'instant' });
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    took.push(now - before);
    before = now;
  }
  return took;
}
