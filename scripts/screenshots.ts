// npm run screenshots: makes the pictures of the landing page and the README from the running app, and from the logo
// those that browsers and other sites ask for. The day they show is fixed, so that they change only when the app does.
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { ServerProcess } from '#src/server/testing/server-process.ts';
import { signUp, type Account } from '#src/sync/testing/node-device.ts';
import { PICTURE_SIZES } from '#src/web/features/landing/picture-sizes.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';
import { plantDemoData } from './demo-data.ts';
import { ROOT } from './toolchain.mjs';

/** A Wednesday in May. */
const NOW = new Date('2026-05-20T09:30:00Z');
const PICTURES = join(ROOT, 'src/web/features/landing/pictures');
const QUALITY = 82;

const server = await ServerProcess.start();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const account = await signUp(server.url, 'Ada Lovelace');
  await plantDemoData(account, NOW.getTime());
  for (const size of ['desktop', 'phone'] as const) await takePictures(browser, account, size);
} finally {
  await browser.close();
  await server.dispose();
}

async function takePictures(browser: Browser, account: Account, size: keyof typeof PICTURE_SIZES) {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: PICTURE_SIZES[size],
    deviceScaleFactor: 2,
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await logIn(page, account);
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
  await page.getByRole('banner').getByText('Saved', { exact: true }).waitFor();
  // Over none of the tasks.
  await page.mouse.move(0, PICTURE_SIZES[size].height - 1);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(PICTURES, `${size}-${colorScheme}.webp`), quality: QUALITY });
  }
  await context.close();
}

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
