import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findTestChromium } from '#scripts/chromium.mjs';

// The processes that run the tests read this file too, and need not search again.
const chromium = (process.env['CHROMIUM_PATH'] ??= findTestChromium());

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
    // Recording takes a third of the time of every test. Where nothing is tried again: `npm run test:e2e -- --trace on`.
    trace: 'on-first-retry',
    // To store the app takes a tenth of a test's time; it is stored where the tests are of what works without a network.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromium,
      args: CHROMIUM_FLAGS,
    },
  },
});
