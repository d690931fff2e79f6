import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';

const chromium =
  process.env['CHROMIUM_PATH'] ??
  execFileSync(process.execPath, ['scripts/chromium.mjs'], { encoding: 'utf8' }).trim();
// The processes that run the tests read this file too, and need not search again.
process.env['CHROMIUM_PATH'] = chromium;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  // A shared machine may stall for longer than any patience; a test that passes at the second try is listed as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: 'list',
  // Two browsers, a server and a build beside them may share two slow cores: patience costs nothing when all is well.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
