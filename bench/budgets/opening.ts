import type { Page } from '@playwright/test';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { inBrowser, openApp, plant, untilHeld, varied } from './app-page.ts';
import type { Opening } from './in-page-opening.ts';
import { distribution, ms, UNPACED, type Row } from '#bench/measure.ts';

const SIZES = [0, 10_000, 100_000] as const;
/**
 * The number of openings for each size, in turn with the others, since the other load of the machine varies.
 */
const ROUNDS = 9;

/**
 * Measures the wait of a user who opens the app again, with the sync socket cut, beside an account without
 * tasks in the same run.
 */
export async function measureOpening(): Promise<Row[]> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const opens = new Map<number, Opening[]>();
    await withPages(server.url, SIZES, new Map(), async (pages) => {
      for (let i = 0; i < ROUNDS; i++)
        for (const [tasks, page] of pages)
          opens.set(tasks, [...(opens.get(tasks) ?? []), await open(page, tasks)]);
    });
    console.error(`opened ${ROUNDS} times each, with ${SIZES.map(named).join(', ')} on the device`);
    return report(opens);
  } finally {
    await server.dispose();
  }
}

/** Opens the app again, with `tasks` tasks on the device. Throws WrongHoldings for another number. */
export async function open(page: Page, tasks: number): Promise<Opening> {
  // A hidden page gets no frames.
  await page.bringToFront();
  await page.reload();
  await untilHeld(page, tasks);
  await page.waitForFunction(() => globalThis.opening.times().whole > 0);
  // Work of the idle app must not count for the next opening.
  await page.waitForTimeout(1_000);
  return page.evaluate(() => globalThis.opening.times());
}

/** A browser for each size, with an account of its own: they share only the machine. */
async function withPages(
  url: string,
  [tasks, ...sizes]: readonly number[],
  pages: ReadonlyMap<number, Page>,
  work: (pages: ReadonlyMap<number, Page>) => Promise<void>,
): Promise<void> {
  if (tasks === undefined) return work(pages);
  const account = await signUp(url);
  await plant(account, tasks, varied);
  await inBrowser(async (context) => {
    const page = await openApp(context, account, tasks);
    await withPages(url, sizes, new Map([...pages, [tasks, page]]), work);
  });
}

/** Budgets in ms by the number of tasks. The other times are only compared with an account without tasks. */
const BUDGETS: Readonly<Partial<Record<keyof Opening, Readonly<Record<number, number>>>>> = {
  dataReady: { 10_000: 250 },
  painted: { 10_000: 500 },
};

const NAMES: Readonly<Record<keyof Opening, string>> = {
  dataReady: 'data ready',
  painted: 'list painted',
  whole: 'all tasks there',
  longestTask: 'longest task until then',
  longestFrame: 'longest frame from the list until then',
};

function report(opens: ReadonlyMap<number, readonly Opening[]>): Row[] {
  const median = (key: keyof Opening, tasks: number) =>
    distribution((opens.get(tasks) ?? []).map((times) => times[key])).p50;
  return (Object.keys(NAMES) as (keyof Opening)[]).flatMap((key) =>
    SIZES.map((tasks) => {
      const measured = median(key, tasks);
      const budget = BUDGETS[key]?.[tasks];
      const floor = tasks === 0 ? undefined : median(key, 0);
      return {
        what: `open with ${named(tasks)}, no socket: ${NAMES[key]}`,
        measured: shown(key, measured),
        ...(floor !== undefined && { floor: shown(key, floor) }),
        ...(floor !== undefined && floor > 0 && { ratio: measured / floor }),
        budget: budget === undefined ? '' : `${budget} ms`,
        kept: budget === undefined ? null : measured <= budget,
      };
    }),
  );
}

function shown(key: keyof Opening, value: number): string {
  return key === 'longestTask' && value === 0 ? 'under 50 ms' : ms(value);
}

function named(tasks: number): string {
  return `${tasks.toLocaleString('en')} tasks`;
}
