import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'vite';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { inBrowser, openApp, plant } from '#bench/budgets/app-page.ts';
import { measureScreen, PAUSE_MS, SAMPLES } from '#bench/budgets/browser.ts';
import { watchPalette } from '#bench/budgets/in-page-search.ts';
import { distribution, UNPACED } from '#bench/measure.ts';
import { open } from '#bench/budgets/opening.ts';
import type { Numbers } from './measures.ts';
import { PACKAGE } from './package.ts';

const OPENS = 5;
/** The number of words, each typed key by key. */
const WORDS = 5;
const ACTIONS = ['add', 'edit', 'complete'] as const;

/** The functions of the peer's page. */
interface PageHarness {
  plant(count: number): Promise<void>;
  opened(): { dataReady: number; painted: number };
  add(): Promise<number>;
  edit(n: number): Promise<number>;
  complete(): Promise<number>;
  find(text: string): Promise<number>;
}

/** The real app, with its sync socket cut: its tasks come from the device. */
export async function measureSunglowInBrowser(tasks: number): Promise<Numbers> {
  return inSunglow(tasks, async (page, context) => {
    const opens: number[] = [];
    for (let i = 0; i < OPENS; i++) opens.push((await open(page, tasks)).painted);
    const { actions } = await measureScreen(context, page, tasks);
    return report(tasks, distribution(opens).p50, (action) => actions[action].p95);
  });
}

/** The app's search, which also covers notes, labels and collections. */
export async function measureSunglowFinding(tasks: number): Promise<Numbers> {
  return inSunglow(tasks, async (page) => {
    await page.addInitScript(watchPalette);
    await open(page, tasks);
    await page.evaluate(() => globalThis.palette.open());
    // The others' answers include the count.
    return measureKeys(page, tasks, async (text) => {
      const { counted } = await page.evaluate((typed) => globalThis.palette.type(typed), text);
      return counted;
    });
  });
}

async function inSunglow(
  tasks: number,
  work: (page: Page, context: BrowserContext) => Promise<Numbers>,
): Promise<Numbers> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const account = await signUp(server.url);
    await plant(account, tasks);
    return await inBrowser(async (context) => work(await openApp(context, account, tasks), context));
  } finally {
    await server.dispose();
  }
}

/** A page that lists a day's tasks from the peer's IndexedDB, and does nothing else. */
export function measurePeerInBrowser(peer: string, tasks: number): Promise<Numbers> {
  return onPage(peer, (page, url) => measurePage(page, url, tasks));
}

/**
 * The same page, listing the first tasks with a text in their names: by a query of the peer, if it has any.
 */
export function measurePeerFinding(peer: string, tasks: number): Promise<Numbers> {
  return onPage(peer, async (page, url) => {
    page.setDefaultTimeout(0);
    await page.goto(url);
    await run(page, (harness, count) => harness.plant(count), tasks);
    return measureKeys(page, tasks, (text) => run(page, (harness, typed) => harness.find(typed), text));
  });
}

/** Types the numbers of tasks, key by key. `type` returns the ms of answering a text. */
async function measureKeys(
  page: Page,
  tasks: number,
  type: (text: string) => Promise<number>,
): Promise<Numbers> {
  const times: number[] = [];
  for (let i = 1; i <= WORDS; i++) {
    const word = `task ${Math.floor((tasks * i) / (WORDS + 1))}`;
    for (let length = 1; length <= word.length; length++) {
      await page.waitForTimeout(PAUSE_MS);
      times.push(await type(word.slice(0, length)));
    }
  }
  const { p50, p95 } = distribution(times);
  const what = `a key of a search among ${tasks.toLocaleString('en')} tasks to its answer`;
  return { [`${what}, p50 (ms)`]: p50, [`${what}, p95 (ms)`]: p95 };
}

async function onPage(peer: string, work: (page: Page, url: string) => Promise<Numbers>): Promise<Numbers> {
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-peer-page-'));
  await build({
    root: join(PACKAGE, 'pages'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'esnext' },
  });
  const server = await serve(folder);
  const url = `http://localhost:${(server.address() as AddressInfo).port}/?peer=${peer}`;
  try {
    return await inBrowser(async (context) => work(await context.newPage(), url));
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measurePage(page: Page, url: string, tasks: number): Promise<Numbers> {
  page.setDefaultTimeout(0);
  await page.goto(url);
  await run(page, (harness, count) => harness.plant(count), tasks);
  const opens: number[] = [];
  for (let i = 0; i < OPENS; i++) {
    await page.reload();
    await page.locator('li').first().waitFor();
    opens.push((await run(page, (harness) => harness.opened(), 0)).painted);
  }
  const measure = async (act: (harness: PageHarness, n: number) => Promise<number>) => {
    const times: number[] = [];
    for (let i = 0; i < SAMPLES; i++) {
      await page.waitForTimeout(PAUSE_MS);
      times.push(await run(page, act, i));
    }
    return distribution(times);
  };
  const actions = {
    add: await measure((harness) => harness.add()),
    edit: await measure((harness, n) => harness.edit(n)),
    complete: await measure((harness) => harness.complete()),
  };
  return report(tasks, distribution(opens).p50, (action) => actions[action].p95);
}

/** Calls the page's harness, once the page has opened its data. */
async function run<Result, Given extends number | string>(
  page: Page,
  call: (harness: PageHarness, given: Given) => Result,
  given: Given,
): Promise<Awaited<Result>> {
  await page.waitForFunction(() => 'harness' in globalThis);
  const text = `(${call.toString()})(globalThis.harness, ${JSON.stringify(given)})`;
  return page.evaluate<Awaited<Result>>(text);
}

function report(tasks: number, painted: number, p95: (action: (typeof ACTIONS)[number]) => number): Numbers {
  const size = `${tasks.toLocaleString('en')} tasks`;
  return {
    [`cold open with ${size}, list painted (ms)`]: painted,
    ...Object.fromEntries(ACTIONS.map((action) => [`${action} to paint, ${size}, p95 (ms)`, p95(action)])),
  };
}

async function serve(folder: string): Promise<Server> {
  const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (path === '/favicon.ico') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}
