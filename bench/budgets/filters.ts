import type { Page } from '@playwright/test';
import { newId } from '#src/domain/id.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { openDevice, signUp, until, type Account } from '#src/sync/testing/node-device.ts';
import { distribution, ms, UNPACED, type Row } from '#bench/measure.ts';
import { inBrowser, openApp, plant } from './app-page.ts';
import { complete, PAUSE_MS, SAMPLES } from './browser.ts';
import { watch } from './in-page.ts';
import { open } from './opening.ts';

const FILTERS = 50;
/** The limit as a multiple of the p50 without filters. */
const BUDGET = 2;

/** Each matches some of the planted tasks. */
const QUERIES = [
  (i: number) => `"${i}" & !overdue`,
  (i: number) => `(today | tomorrow) & #Bench & !"${i}"`,
  (i: number) => `due after: today & p4 & !done & "${i}"`,
  (i: number) => `no label & no time & "${i}"`,
  (i: number) => `##Bench & created after: -7d & !"9${i}"`,
];

/**
 * Measures a change with 50 saved filters in the sidebar, beside an account with as many tasks and no filter.
 */
export async function measureFilters(): Promise<Row[]> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const rows: Row[] = [];
    for (const tasks of [10_000, 100_000]) {
      const [without, withFilters] = [await signUp(server.url), await signUp(server.url)];
      for (const account of [without, withFilters]) await plant(account, tasks);
      await plantFilters(withFilters);
      rows.push(await measure(without, withFilters, tasks));
    }
    return rows;
  } finally {
    await server.dispose();
  }
}

async function plantFilters(account: Account): Promise<void> {
  const device = await openDevice(account);
  const saved = Array.from({ length: FILTERS }, (_, i) => {
    const query = (QUERIES[i % QUERIES.length] as (i: number) => string)(i);
    return device.mutate('filter.add', {
      id: newId(),
      name: `Filter ${i}`,
      query,
      isFavourite: 0,
      at: Date.now(),
    });
  });
  await Promise.all(saved);
  await until(device, 'status', () => device.status().unsent === 0);
  device.close();
}

/** Alternates between two browsers, since the other load of the machine varies. */
async function measure(without: Account, withFilters: Account, tasks: number): Promise<Row> {
  return inBrowser((first) =>
    inBrowser(async (second) => {
      const pages = [
        await openApp(first, without, tasks),
        await openApp(second, withFilters, tasks),
      ] as const;
      for (const page of pages) {
        await page.addInitScript(watch);
        await open(page, tasks);
      }
      await untilCounted(pages[1]);
      const [none, all]: [number[], number[]] = [[], []];
      for (let i = 0; i < SAMPLES; i++) {
        for (const [page, times] of [
          [pages[0], none],
          [pages[1], all],
        ] as const) {
          times.push(await complete(page));
          await page.waitForTimeout(PAUSE_MS);
        }
      }
      const [floor, measured] = [distribution(none), distribution(all)];
      const ratio = measured.p50 / floor.p50;
      return {
        what: `complete a task with ${FILTERS} saved filters against none, ${tasks.toLocaleString('en')} tasks: action to paint (p50, p95)`,
        measured: `${ms(measured.p50)}, ${ms(measured.p95)}`,
        floor: `${ms(floor.p50)}, ${ms(floor.p95)}`,
        ratio,
        budget: `${BUDGET}x`,
        kept: ratio <= BUDGET,
      };
    }),
  );
}

/**
 * Resolves once each filter shows its number of tasks, since fewer kept filters would falsify the
 * measurement.
 */
async function untilCounted(page: Page): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const links = [...document.querySelectorAll('nav a[href^="/app/filter/"]')];
      const counted = links.filter((link) =>
        /tasks?$/.test(
          document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
        ),
      );
      return counted.length === wanted;
    },
    FILTERS,
    { timeout: 60_000, polling: 100 },
  );
}
