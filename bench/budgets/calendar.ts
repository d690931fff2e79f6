import type { Page } from '@playwright/test';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { distribution, ms, UNPACED, type Row } from '#bench/measure.ts';
import { inBrowser, openApp, plant } from './app-page.ts';
import { PAUSE_MS } from './browser.ts';
import { watch } from './in-page.ts';
import { open } from './opening.ts';

/** p95, ms. */
const BUDGET_MS = 50;
const ROUNDS = 20;

/** Measures switching to another month: from the month of the tasks to the next one and back. */
export async function measureCalendar(): Promise<Row[]> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const rows: Row[] = [];
    for (const tasks of [10_000, 100_000]) {
      const account = await signUp(server.url);
      await plant(account, tasks);
      rows.push(
        ...(await inBrowser(async (context) => {
          const page = await openApp(context, account, tasks);
          await page.addInitScript(watch);
          await open(page, tasks);
          return measure(page, tasks);
        })),
      );
    }
    return rows;
  } finally {
    await server.dispose();
  }
}

async function measure(page: Page, tasks: number): Promise<Row[]> {
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar', exact: true }).click();
  await page.getByRole('grid').waitFor();
  const times = { Next: [] as number[], Previous: [] as number[] };
  for (let i = 0; i < ROUNDS; i++) {
    for (const way of ['Next', 'Previous'] as const) {
      await page.waitForTimeout(PAUSE_MS);
      times[way].push(await press(page, `${way} month`));
    }
  }
  return (['Next', 'Previous'] as const).map((way) => {
    const { p50, p95 } = distribution(times[way]);
    const to = way === 'Next' ? 'to the next month' : 'back to the month of the tasks';
    return {
      // The first switch goes through tasks that were not asked for before.
      what: `calendar ${to}, ${tasks.toLocaleString('en')} tasks: action to paint (p50, p95, first)`,
      measured: `${ms(p50)}, ${ms(p95)}, ${ms(times[way][0] ?? Number.NaN)}`,
      budget: `p95 ${BUDGET_MS} ms`,
      kept: p95 <= BUDGET_MS,
    };
  });
}

/** Presses a button. Returns the ms until the other month is painted. */
function press(page: Page, name: string): Promise<number> {
  return page.getByRole('button', { name, exact: true }).evaluate(async (button: HTMLElement) => {
    const month = () => document.querySelector('[role="grid"]')?.getAttribute('aria-label');
    const before = month();
    const took = await globalThis.harness.untilPainted(() => button.click());
    if (month() === before) throw new Error('What was painted is not the other month.');
    return took;
  });
}
