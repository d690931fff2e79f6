import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.mjs';
import { calendarDayAt } from '#src/domain/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { ServerProcess } from '#src/server/testing/server-process.ts';
import { openDevice, signUp, until, type Account } from '#src/sync/testing/node-device.ts';
import { distribution, ms, type Distribution, type Row } from './measure.ts';

const SAMPLES = 30;

export interface Screen {
  readonly dataReady: number;
  readonly painted: number;
  readonly actions: Readonly<Record<'add' | 'edit' | 'complete', Distribution>>;
  readonly durable: Distribution;
}

/** What a user waits for, in a real browser, with 10,000 and 100,000 tasks on the device and the sync socket cut. */
export async function measureBrowser(): Promise<Row[]> {
  const server = await ServerProcess.start();
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  try {
    const screens = new Map<number, Screen>();
    for (const tasks of [10_000, 100_000]) {
      const account = await signUp(server.url);
      await plant(account, tasks);
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      screens.set(tasks, await measureScreen(context, account, tasks));
      await context.close();
    }
    return report(screens);
  } finally {
    await browser.close();
    await server.dispose();
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
  await page.getByRole('button', { name: 'Log in' }).click();
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
  const actions = {
    add: await measureAdd(page),
    edit: await measureEdit(page),
    complete: await measureComplete(page),
  };
  const durable = distribution(await page.evaluate(() => globalThis.bench.durable));
  console.error(`measured ${tasks} tasks`);
  return { dataReady: open('dataReady'), painted: open('painted'), actions, durable };
}

async function measureAdd(page: Page): Promise<Distribution> {
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    await page.getByRole('button', { name: 'Add task', exact: true }).first().click();
    await page.getByLabel('Task name').fill(`Added ${i}`);
    await page.getByLabel('Date', { exact: true }).fill(calendarDayAt(Date.now()));
    await page.getByLabel('Collection', { exact: true }).selectOption({ label: 'Bench' });
    times.push(await click(page, 'Add Task'));
  }
  return distribution(times);
}

async function measureEdit(page: Page): Promise<Distribution> {
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    await page.getByRole('button', { name: 'Edit Task 0', exact: true }).click();
    await page.getByLabel('Description').fill(`Edited ${i}`);
    times.push(await click(page, 'Save'));
  }
  return distribution(times);
}

async function measureComplete(page: Page): Promise<Distribution> {
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const button = page.getByRole('button', { name: /^Complete / }).first();
    times.push(await click(page, (await button.getAttribute('aria-label')) ?? ''));
  }
  return distribution(times);
}

/** Clicks a button by its name, and returns the ms until what it did is painted. */
async function click(page: Page, name: string): Promise<number> {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  return button.evaluate((element) => globalThis.bench.untilPainted(() => (element as HTMLElement).click()));
}

declare global {
  var bench: ReturnType<typeof createBench>;
  /** Only in the page. */
  var listSeen: number | undefined;
}
function createBench() {
  return {
    durable: [] as number[],
    opened: () => ({ dataReady: 0, painted: 0 }),
    untilPainted: (_act: () => void) => Promise.resolve(0),
  };
}

/** Runs in the page before its own code. */
function watch() {
  const durable: number[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the database that it was called on
  const transaction = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, stores, mode, options) {
    const start = performance.now();
    const tx = transaction.call(this, stores, mode, options);
    if (options?.durability === 'strict')
      tx.addEventListener('complete', () => durable.push(performance.now() - start));
    return tx;
  };
  let painted = 0;
  const afterPaint = (run: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', run);
      port1.start();
      port2.postMessage(null);
    });
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role="listitem"], li button[aria-label^="Complete "]')) return;
    observer.disconnect();
    afterPaint(() => (painted = performance.now()));
  });
  observer.observe(document, { childList: true, subtree: true });
  globalThis.bench = {
    durable,
    opened: () => ({
      dataReady: performance.getEntriesByName('sunglow-data-ready')[0]?.startTime ?? Number.NaN,
      painted,
    }),
    // From the start of a frame, so that the wait for the screen's next refresh, which is no work, is left out.
    untilPainted: (act) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const start = performance.now();
          act();
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now() - start));
          port1.start();
          // After the microtasks in which React renders what the click changed; layout and paint come before the message.
          queueMicrotask(() => port2.postMessage(null));
        });
      }),
  };
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
  rows.push(bound('durable on the device (p95)', small.durable.p95, 5));
  return rows;
}

function bound(what: string, measured: number, budget: number): Row {
  return { what, measured: ms(measured), budget: `${budget} ms`, kept: measured <= budget };
}
