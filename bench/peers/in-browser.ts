import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { inBrowser, openApp, plant } from '#bench/budgets/app-page.ts';
import { measureScreen, PAUSE_MS, SAMPLES } from '#bench/budgets/browser.ts';
import { distribution, UNPACED } from '#bench/measure.ts';
import { open } from '#bench/budgets/opening.ts';
import type { Numbers } from './measures.ts';
import { PACKAGE } from './package.ts';

const OPENS = 5;
const ACTIONS = ['add', 'edit', 'complete'] as const;

/** What the peer's page offers. */
interface PageHarness {
  plant(count: number): Promise<void>;
  opened(): { dataReady: number; painted: number };
  add(): Promise<number>;
  edit(n: number): Promise<number>;
  complete(): Promise<number>;
}

/** The real app, with its sync socket cut: its tasks are those of the device. */
export async function measureSunglowInBrowser(tasks: number): Promise<Numbers> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const account = await signUp(server.url);
    await plant(account, tasks);
    return await inBrowser(async (context) => {
      const page = await openApp(context, account, tasks);
      const opens: number[] = [];
      for (let i = 0; i < OPENS; i++) opens.push((await open(page, tasks)).painted);
      const { actions } = await measureScreen(context, page, tasks);
      return report(tasks, distribution(opens).p50, (action) => actions[action].p95);
    });
  } finally {
    await server.dispose();
  }
}

/** A page that lists a day's tasks from what the peer keeps in IndexedDB, and has nothing else to do. */
export async function measurePeerInBrowser(peer: string, tasks: number): Promise<Numbers> {
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
    return await inBrowser(async (context) => measurePage(await context.newPage(), url, tasks));
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

/** Calls the page's harness, once the page has opened what it has. */
async function run<Result>(
  page: Page,
  call: (harness: PageHarness, n: number) => Result,
  n: number,
): Promise<Awaited<Result>> {
  await page.waitForFunction(() => 'bench' in globalThis);
  const text = `(${call.toString()})(globalThis.harness, ${n})`;
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
