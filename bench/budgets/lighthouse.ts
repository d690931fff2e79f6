import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.mjs';
import { plantDemoData } from '#scripts/demo-data.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { distribution, type Row } from '#bench/measure.ts';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('./lighthouse/', import.meta.url));
/** The median of several runs counts: other load slows a page down, and nothing makes it faster. */
const RUNS = 3;
const PRESETS = ['phone', 'desktop'] as const;
const PAGES = [
  { path: '/', budgets: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } },
  { path: '/app/today', budgets: { performance: 95, accessibility: 100, 'best-practices': 100 } },
];

interface Audit {
  readonly scores: Readonly<Record<string, number>>;
  readonly failed: readonly string[];
}

/** Lighthouse's scores (0 to 100) of the landing page, and of today's tasks for a signed-in user. */
export async function measureLighthouse(): Promise<Row[]> {
  if (!existsSync(join(FOLDER, 'node_modules'))) {
    await run('npm', ['install'], { cwd: FOLDER });
  }
  const server = await ServerProcess.start();
  const account = await signUp(server.url);
  await plantDemoData(account, Date.now());
  const profile = mkdtempSync(join(tmpdir(), 'sunglow-lighthouse-'));
  const port = await freePort();
  // Lighthouse opens tabs of the profile itself, so that the page cannot be in a context of its own.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  });
  const rows: Row[] = [];
  try {
    for (const { path, budgets } of PAGES) {
      // The landing page is for visitors without a session.
      if (path !== '/') {
        const page = await browser.newPage();
        await page.goto(`${server.url}/auth/login`);
        await page.getByLabel('Email').fill(account.email);
        await page.getByLabel('Password').fill(account.password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page
          .locator('header [data-unsent="0"]')
          .getByText('Saved', { exact: true })
          .waitFor({ state: 'attached' });
        await page.close();
      }
      for (const preset of PRESETS) {
        const audits: Audit[] = [];
        while (audits.length < RUNS) audits.push(await audit(server.url + path, port, preset));
        rows.push(...report(`${path} on a ${preset}`, budgets, audits));
      }
    }
  } finally {
    await browser.close();
    await server.dispose();
    rmSync(profile, { recursive: true, force: true });
  }
  return rows;
}

async function audit(url: string, port: number, preset: string): Promise<Audit> {
  const { stdout } = await run(process.execPath, [join(FOLDER, 'audit.mjs'), url, String(port), preset]);
  return JSON.parse(stdout) as Audit;
}

function report(what: string, budgets: Readonly<Record<string, number>>, audits: readonly Audit[]): Row[] {
  return Object.entries(budgets).map(([category, budget]) => {
    const score = distribution(audits.map(({ scores }) => scores[category] ?? 0)).p50;
    const failed = category === 'performance' || score === 100 ? [] : (audits[0]?.failed ?? []);
    const measured = [String(score), ...failed].join(' ');
    return {
      what: `Lighthouse, ${what}: ${category}`,
      measured,
      budget: String(budget),
      kept: score >= budget,
    };
  });
}
