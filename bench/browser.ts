import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.mjs';
import { calendarDayAt } from '#src/domain/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { ServerProcess } from '#src/server/testing/server-process.ts';
import { openDevice, signUp, until, type Account } from '#src/sync/testing/node-device.ts';
import { holdApart } from './cores.ts';
import { commitOne, watch } from './in-page.ts';
import { distribution, ms, UNPACED, type Distribution, type Row } from './measure.ts';

export const SAMPLES = 60;
/** Before each click, once what the last one set in motion is at rest: people are not faster. */
export const PAUSE_MS = 250;

export interface Screen {
  readonly dataReady: number;
  readonly painted: number;
  readonly actions: Readonly<Record<'add' | 'edit' | 'complete', Distribution>>;
  readonly durable: Distribution;
  /** While the page's main thread has a core of its own (ADR 031, 032). */
  readonly durableApart: Distribution;
  /** The same transaction on a page that has nothing else to do. */
  readonly durableFloor: Distribution;
}

/** What a user waits for, in a real browser, with 10,000 and 100,000 tasks on the device and the sync socket cut. */
export async function measureBrowser(): Promise<Row[]> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const screens = new Map<number, Screen>();
    for (const tasks of [10_000, 100_000]) {
      const account = await signUp(server.url);
      await plant(account, tasks);
      screens.set(tasks, await inBrowser((context) => measureScreen(context, account, tasks)));
    }
    return report(screens);
  } finally {
    await server.dispose();
  }
}

/** With a profile on the disk: else the browser would keep its databases in memory, and nothing durably. */
export async function inBrowser<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'sunglow-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
    viewport: { width: 1280, height: 800 },
    // For the thread that watches the disk, whose script comes from no server.
    bypassCSP: true,
  });
  try {
    return await work(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Gives the user so many tasks: a tenth for today, the others over the days after. */
export async function plant(account: Account, tasks: number): Promise<void> {
  const device = await openDevice(account);
  const collectionId = newId();
  const at = Date.now();
  const saved = [device.mutate('collection.add', { id: collectionId, name: 'Bench', color: '#FFCC33', at })];
  for (let i = 0; i < tasks; i++) {
    const date = calendarDayAt(at + (i % 10) * 86_400_000);
    const id = newId();
    saved.push(
      device.mutate('task.add', { id, name: `Task ${i}`, description: '', date, collectionId, at: at + i }),
    );
  }
  await Promise.all(saved);
  await until(device, 'status', () => device.status().unsent === 0);
  device.close();
}

export async function measureScreen(
  context: BrowserContext,
  account: Account,
  tasks: number,
): Promise<Screen> {
  await context.addInitScript(watch);
  const page = await context.newPage();
  await page.goto(`${account.url}/auth/login`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Task 0', { exact: true }).waitFor({ timeout: 120_000 });

  // Without its socket the page has only what is on the device.
  await page.routeWebSocket(/\/api\/sync/, (socket) => socket.close());
  const opens: { dataReady: number; painted: number }[] = [];
  for (let i = 0; i < 5; i++) {
    await page.reload();
    await page.getByText('Task 0', { exact: true }).waitFor({ timeout: 60_000 });
    opens.push(await page.evaluate(() => globalThis.bench.opened()));
  }
  const open = (key: 'dataReady' | 'painted') => distribution(opens.map((times) => times[key])).p50;
  const idle = await context.newPage();
  await idle.goto(`${account.url}/healthz`);
  // A page behind another one gets no frames.
  await page.bringToFront();
  await page.evaluate(() => globalThis.bench.watchDisk());
  const floor: number[] = [];
  const measure = async (act: (i: number) => Promise<number>) => {
    const times: number[] = [];
    for (let i = 0; i < SAMPLES; i++) {
      times.push(await act(i));
      // In turn, as the disk is shared, and once the page is at rest.
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
  await holdApart(context);
  await measure(() => complete(page));
  const durable = await page.evaluate(() => globalThis.bench.durable);
  if (durable.length !== 4 * SAMPLES || durable.some(({ seq }, i) => seq !== (durable[0]?.seq ?? 0) + i))
    throw new Error('What was read from the disk is not what was written before.');
  console.error(`measured ${tasks} tasks`);
  return {
    dataReady: open('dataReady'),
    painted: open('painted'),
    actions,
    durable: distribution(durable.slice(0, 3 * SAMPLES).map(({ ms }) => ms)),
    durableApart: distribution(durable.slice(3 * SAMPLES).map(({ ms }) => ms)),
    durableFloor: distribution(floor.slice(0, 3 * SAMPLES)),
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
  await page.getByRole('button', { name: 'Edit Task 0', exact: true }).click();
  await page.getByLabel('Description').fill(`Edited ${i}`);
  return click(page, 'Save');
}

async function complete(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: /^Complete / }).first();
  return click(page, (await button.getAttribute('aria-label')) ?? '');
}

/** Clicks a button by its name, and returns the ms until what it did is painted. */
async function click(page: Page, name: string): Promise<number> {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  // In the frame in which nothing moves any more, the browser still draws the one before.
  await page.waitForTimeout(PAUSE_MS);
  return button.evaluate((element) => globalThis.bench.untilPainted(() => (element as HTMLElement).click()));
}

function report(screens: ReadonlyMap<number, Screen>): Row[] {
  const small = screens.get(10_000);
  const large = screens.get(100_000);
  if (!small || !large) throw new Error('Nothing was measured.');
  const rows: Row[] = [
    bound('open with 10,000 tasks, no socket: data ready', small.dataReady, 250),
    bound('open with 10,000 tasks, no socket: list painted', small.painted, 500),
  ];
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
  rows.push({
    ...bound('durable on the device (p95)', small.durable.p95, 5),
    floor: ms(small.durableFloor.p95),
    ratio: small.durable.p95 / small.durableFloor.p95,
  });
  rows.push(bound('the same, threads held apart (p95)', small.durableApart.p95, 5));
  return rows;
}

function bound(what: string, measured: number, budget: number): Row {
  return { what, measured: ms(measured), budget: `${budget} ms`, kept: measured <= budget };
}
