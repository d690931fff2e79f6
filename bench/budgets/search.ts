import type { BrowserContext, Page } from '@playwright/test';
import { fold } from '#src/domain/text/fold.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { distribution, ms, UNPACED, type Row } from '#bench/measure.ts';
import { inBrowser, openApp, plant } from './app-page.ts';
import { watchPalette } from './in-page-search.ts';
import { open } from './opening.ts';
import { realText, wordOf } from './real-texts.ts';

/** p95, ms. */
const BUDGETS = { 10_000: { first: 16, next: 8 }, 100_000: { first: 50, next: 16 } } as const;
const OPEN_BUDGET_MS = 50;
/** The index's bytes per task, besides the characters. */
const BYTES_BUDGET = 60;
const WORDS = 40;
const OPENINGS = 20;
const COLD = 5;
/** So few that the index is negligible beside the palette's code. */
const FEW = 100;

/** Measures the search while the user types, with 10,000 and 100,000 tasks of realistic texts. */
export async function measureSearch(): Promise<Row[]> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const inApp = async <T>(tasks: number, work: (context: BrowserContext, page: Page) => Promise<T>) => {
      const account = await signUp(server.url);
      await plant(account, tasks, realText);
      return inBrowser(async (context) => {
        const page = await openApp(context, account, tasks);
        await page.addInitScript(watchPalette);
        return work(context, page);
      });
    };
    const without = await inApp(FEW, async (context, page) => {
      await openCold(page, FEW);
      return bytesOfSearch(context, page);
    });
    const rows: Row[] = [];
    for (const tasks of [10_000, 100_000] as const)
      rows.push(...(await inApp(tasks, (context, page) => measure(context, page, tasks, without))));
    return rows;
  } finally {
    await server.dispose();
  }
}

/** `without`: the bytes of a palette with almost no index. */
async function measure(
  context: BrowserContext,
  page: Page,
  tasks: 10_000 | 100_000,
  without: number,
): Promise<Row[]> {
  const cold = await openCold(page, tasks);
  const bytes = memoryRow(tasks, (await bytesOfSearch(context, page)) - without);
  const openings: number[] = [];
  for (let i = 0; i < OPENINGS; i++) {
    openings.push(await page.evaluate(() => globalThis.palette.open()));
    await page.waitForTimeout(100);
    await page.keyboard.press('Escape');
    await page.locator('[role="dialog"]').waitFor({ state: 'detached' });
  }
  await page.evaluate(() => globalThis.palette.open());
  const [first, next, counts, floor]: [number[], number[], number[], number[]] = [[], [], [], []];
  const texts = Array.from({ length: tasks }, (_, i) => fold(Object.values(realText(i)).join('\n')));
  for (let i = 0; i < WORDS; i++) {
    // Frequent and rare words.
    const word = wordOf(Math.floor(4_000 ** (i / WORDS)));
    for (let length = 1; length <= word.length; length++) {
      await page.waitForTimeout(60);
      const took = await page.evaluate((text) => globalThis.palette.type(text), word.slice(0, length));
      (length === 1 ? first : next).push(took.answered);
      counts.push(took.counted);
    }
    await page.evaluate(() => globalThis.palette.type(''));
    if (i < 5)
      floor.push(
        await page.evaluate(([all, one]) => globalThis.palette.scan(all, one), [texts, word] as const),
      );
  }
  const budgets = BUDGETS[tasks];
  const size = `${tasks.toLocaleString('en')} tasks`;
  return [
    row(`palette open to ready, ${size}`, openings, OPEN_BUDGET_MS),
    row(`search, first key to answer, ${size}`, first, budgets.first, floor),
    row(`search, next keys, ${size}`, next, budgets.next, floor),
    row(`search, any key to the count, ${size}`, counts, null, floor),
    row(`search, a key as soon as it is open for the first time, ${size}`, cold, null),
    bytes,
  ];
}

/** Opens the app again and measures its first searches, from the first key to the answer in ms. */
async function openCold(page: Page, tasks: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < COLD; i++) {
    await open(page, tasks);
    await page.evaluate(() => globalThis.palette.open());
    times.push((await page.evaluate(() => globalThis.palette.type('w'))).answered);
  }
  await open(page, tasks);
  return times;
}

/** `floor`: one pass over the same folded texts, testing each for a word. */
function row(
  what: string,
  samples: readonly number[],
  budget: number | null,
  floor: readonly number[] = [],
): Row {
  const { p50, p95 } = distribution(samples);
  return {
    what: `${what} (p50, p95)`,
    measured: `${ms(p50)}, ${ms(p95)}`,
    ...(floor.length > 0 && { floor: ms(distribution(floor).p50) }),
    budget: budget === null ? '' : `p95 ${budget} ms`,
    kept: budget === null ? null : p95 <= budget,
  };
}

/** The growth of the page in bytes after indexing, including the palette's code. */
async function bytesOfSearch(context: BrowserContext, page: Page): Promise<number> {
  const session = await context.newCDPSession(page);
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(500);
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  const before = await used();
  await page.evaluate(() => globalThis.palette.open());
  await page.evaluate(() => globalThis.palette.type('w'));
  await page.keyboard.press('Escape');
  await page.locator('[role="dialog"]').waitFor({ state: 'detached' });
  return (await used()) - before;
}

function memoryRow(tasks: number, bytes: number): Row {
  let characters = 0;
  for (let i = 0; i < tasks; i++) characters += fold(Object.values(realText(i)).join('\n')).length;
  const own = (bytes - characters) / tasks;
  return {
    what: `memory of the index, ${tasks.toLocaleString('en')} tasks, a task beside its text`,
    measured: `${own.toFixed(0)} bytes (${(bytes / tasks).toFixed(0)} with it)`,
    budget: `${BYTES_BUDGET} bytes`,
    kept: own <= BYTES_BUDGET,
  };
}
