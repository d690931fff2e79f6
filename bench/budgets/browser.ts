import type { BrowserContext, Page } from '@playwright/test';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { inBrowser, openApp, plant, varied } from './app-page.ts';
import { commitOne, watch } from './in-page.ts';
import { distribution, ms, UNPACED, type Distribution, type Row } from '#bench/measure.ts';
import { open } from './opening.ts';

export const SAMPLES = 60;
/** The wait before each click, once the last one's animations are done. People are not faster. */
export const PAUSE_MS = 250;

export interface Screen {
  readonly actions: Readonly<Record<'add' | 'edit' | 'complete', Distribution>>;
  readonly durable: Distribution;
  /** The same transaction on an idle page. */
  readonly durableFloor: Distribution;
}

/**
 * Measures the waits of a user who changes tasks, with 10,000 and 100,000 of them on the device and the sync
 * socket cut.
 */
export async function measureBrowser(): Promise<Row[]> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const screens = new Map<number, Screen>();
    for (const tasks of [10_000, 100_000]) {
      const account = await signUp(server.url);
      await plant(account, tasks, varied);
      const measure = async (context: BrowserContext) =>
        measureScreen(context, await openApp(context, account, tasks), tasks);
      screens.set(tasks, await inBrowser(measure));
    }
    return report(screens);
  } finally {
    await server.dispose();
  }
}

/** `page`: from `openApp`. */
export async function measureScreen(context: BrowserContext, page: Page, tasks: number): Promise<Screen> {
  await page.addInitScript(watch);
  // Without its socket the page only has the device's own data.
  await open(page, tasks);
  const idle = await context.newPage();
  await idle.goto(new URL('/healthz', page.url()).href);
  // A hidden page gets no frames.
  await page.bringToFront();
  await page.evaluate(() => globalThis.harness.watchDisk());
  const floor: number[] = [];
  const measure = async (act: (i: number) => Promise<number>) => {
    const times: number[] = [];
    for (let i = 0; i < SAMPLES; i++) {
      times.push(await act(i));
      // Alternates with the floor, since they share the disk, and waits for the page to be idle.
      await page.waitForTimeout(PAUSE_MS);
      floor.push(await idle.evaluate(commitOne));
    }
    return distribution(times);
  };
  const actions = {
    add: await measure((i) => add(page, i)),
    edit: await measure((i) => edit(page, i)),
    complete: await measure(() => complete(page)),
  };
  const durable = await page.evaluate(() => globalThis.harness.durable);
  if (durable.length !== 3 * SAMPLES || durable.some(({ seq }, i) => seq !== (durable[0]?.seq ?? 0) + i))
    throw new Error('What was read from the disk is not what was written before.');
  console.error(`add, edit and complete measured with ${tasks.toLocaleString('en')} tasks on the device`);
  return {
    actions,
    durable: distribution(durable.map(({ ms }) => ms)),
    durableFloor: distribution(floor),
  };
}

async function add(page: Page, i: number): Promise<number> {
  await page.getByRole('button', { name: 'Add task', exact: true }).first().click();
  await page.getByLabel('Task name').fill(`Added ${i}`);
  await page.getByLabel('Date', { exact: true }).fill(calendarDayAt(Date.now()));
  await page.getByLabel('Collection', { exact: true }).selectOption({ label: 'Bench' });
  return click(page, 'Add Task');
}

async function edit(page: Page, i: number): Promise<number> {
  await page.getByRole('listitem', { name: 'Task 0', exact: true }).press('e');
  await page.getByLabel('Description').fill(`Edited ${i}`);
  return click(page, 'Save');
}

/**
 * Completes the first task of the list. Returns the ms until the result is painted. `page` needs `watch` of
 * in-page.ts.
 */
export async function complete(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: /^Complete / }).first();
  return click(page, (await button.getAttribute('aria-label')) ?? '');
}

/** Clicks a button by its name. Returns the ms until the result is painted. */
async function click(page: Page, name: string): Promise<number> {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  // In the frame after the last movement, the browser still draws the frame before.
  await page.waitForTimeout(PAUSE_MS);
  return button.evaluate((element) =>
    globalThis.harness.untilPainted(() => (element as HTMLElement).click()),
  );
}

function report(screens: ReadonlyMap<number, Screen>): Row[] {
  const small = screens.get(10_000);
  const large = screens.get(100_000);
  if (!small || !large) throw new Error('Nothing was measured.');
  const rows: Row[] = [];
  for (const action of ['add', 'edit', 'complete'] as const) {
    rows.push(bound(`${action}: action to paint, 10,000 tasks (p95)`, small.actions[action].p95, 16));
    rows.push(bound(`${action}: action to paint, 100,000 tasks (p95)`, large.actions[action].p95, 32));
    const ratio = large.actions[action].p50 / small.actions[action].p50;
    rows.push({
      what: `${action}: 100,000 tasks against 10,000 (p50)`,
      measured: ms(large.actions[action].p50),
      floor: ms(small.actions[action].p50),
      ratio,
      budget: '2x',
      kept: ratio <= 2,
    });
  }
  const ratio = small.durable.p95 / small.durableFloor.p95;
  rows.push({
    what: 'durable on the device (p95)',
    measured: ms(small.durable.p95),
    floor: ms(small.durableFloor.p95),
    ratio,
    budget: '2.5x',
    kept: ratio <= 2.5,
  });
  return rows;
}

function bound(what: string, measured: number, budget: number): Row {
  return { what, measured: ms(measured), budget: `${budget} ms`, kept: measured <= budget };
}
