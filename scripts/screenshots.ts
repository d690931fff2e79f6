// npm run screenshots: takes the pictures of the landing page and the README from the running app, and makes
// the icons for browsers and other sites from the logo. Their day is fixed, so that they change only when the
// app does.
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { Sun } from '#src/web/ui/icons/sun.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp, type Account } from '#src/sync/testing/node-device.ts';
import { PICTURE_SIZES } from '#src/web/features/landing/picture-sizes.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';
import { plantDemoData } from './demo-data.ts';
import { ROOT } from './toolchain.mjs';

/** A Wednesday in May. */
const NOW = new Date('2026-05-20T09:30:00Z');
const PICTURES = join(ROOT, 'src/web/features/landing/pictures');
const PUBLIC = join(ROOT, 'public');
const QUALITY = 82;

/**
 * `share`: the part of the picture that the logo fills. Icons whose corners systems cut off have a ground.
 */
const ICONS = [
  { file: 'icon-192.png', size: 192, share: 1, ground: null },
  { file: 'icon-512.png', size: 512, share: 1, ground: null },
  { file: 'icon-maskable-512.png', size: 512, share: 0.72, ground: '#fffdf8' },
  { file: 'apple-touch-icon.png', size: 180, share: 0.86, ground: '#fffdf8' },
];

/** The icons of the shortcuts in the app icon's menu, as in the app itself. */
const SHORTCUT_ICONS = [
  { file: 'shortcut-add-task.png', icon: Plus },
  { file: 'shortcut-today.png', icon: Sun },
];

const server = await ServerProcess.start();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const account = await signUp(server.url, 'Ada Lovelace');
  await plantDemoData(account, NOW.getTime());
  for (const size of ['desktop', 'phone'] as const) await takePictures(browser, account, size);
  await takeSocialImage(browser);
  for (const icon of ICONS) await takeIcon(browser, icon);
  for (const icon of SHORTCUT_ICONS) await takeShortcutIcon(browser, icon);
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
  await signIn(page, account);
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
  await page.locator('header [data-unsent="0"]').getByText('Saved', { exact: true }).waitFor();
  // The words of repeats come in a script of their own.
  await page.getByText('every 2 days', { exact: true }).waitFor();
  // Moves the pointer away from the tasks.
  await page.mouse.move(0, PICTURE_SIZES[size].height - 1);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(PICTURES, `${size}-${colorScheme}.webp`), quality: QUALITY });
  }
  await context.close();
  // The manifest needs them at an address that stays.
  await copyFile(join(PICTURES, `${size}-light.webp`), join(PUBLIC, `screenshot-${size}.webp`));
}

/** Contains one of the pictures, so these come first. */
async function takeSocialImage(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.goto(pathToFileURL(join(ROOT, 'scripts', 'social-image.html')).href);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(PUBLIC, 'social.png') });
  await page.close();
}

async function takeIcon(browser: Browser, { file, size, share, ground }: (typeof ICONS)[number]) {
  const logo = await readFile(join(PUBLIC, 'favicon.svg'), 'base64');
  const picture = `<img src="data:image/svg+xml;base64,${logo}" style="width: ${share * 100}%">`;
  await takePicture(browser, file, size, `background: ${ground ?? 'none'}`, picture);
}

async function takeShortcutIcon(browser: Browser, { file, icon }: (typeof SHORTCUT_ICONS)[number]) {
  const picture = renderToStaticMarkup(createElement(icon, { size: 96 }));
  await takePicture(browser, file, 192, 'background: #ffcc33; color: #2e2200; border-radius: 50%', picture);
}

/** A square with a side of `size` pixels, and a picture in its middle. */
async function takePicture(browser: Browser, file: string, size: number, style: string, picture: string) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`
    <body style="margin: 0">
      <div style="display: grid; place-items: center; height: 100vh; ${style}">${picture}</div>
    </body>`);
  await page.screenshot({ path: join(PUBLIC, file), omitBackground: true });
  await page.close();
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
