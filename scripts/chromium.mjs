// Prints the path of the Chromium for the end-to-end tests: CHROMIUM_PATH, an installed one, or one that this
// script installs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ROOT, toolEnv } from './toolchain.mjs';

/**
 * A browser: its names in PATH, other places, and its places in Playwright's downloads, by platform and
 * version.
 */
const CHROMIUM = {
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  applications: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  download: 'chromium-',
  inDownload: [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ],
};

/** The same engine without windows: end-to-end tests take a third less time. */
const HEADLESS_SHELL = {
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  applications: [],
  download: 'chromium_headless_shell-',
  inDownload: [
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-headless-shell-linux-arm64/chrome-headless-shell',
    'chrome-headless-shell-mac-arm64/chrome-headless-shell',
    'chrome-headless-shell-mac-x64/chrome-headless-shell',
    'chrome-headless-shell-win64/chrome-headless-shell.exe',
  ],
};

/** The browser's flags for all scripts and tests. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Finds a Chromium. Ends the process if there is none and it cannot be installed. */
export function findChromium() {
  return given() ?? findWhole();
}

/**
 * Finds a Chromium with windows, the only kind that shows notifications. Ends the process if there is none
 * and it cannot be installed.
 */
export function findWholeChromium() {
  const { CHROMIUM_PATH: path = '' } = process.env;
  return HEADLESS_SHELL.names.some((name) => path.includes(name)) ? findWhole() : findChromium();
}

function findWhole() {
  return (
    findInstalled(CHROMIUM) ??
    download() ??
    (installPackage('chromium') ? findInstalled(CHROMIUM) : null) ??
    fail('There is no Chromium. Set CHROMIUM_PATH to one.')
  );
}

/**
 * Finds the browser of the end-to-end tests: the headless shell if it is installed or CI can install it, else
 * the whole browser.
 */
export function findTestChromium() {
  return (
    given() ??
    findInstalled(HEADLESS_SHELL) ??
    (process.env.CI && installPackage('chromium-headless-shell') ? findInstalled(HEADLESS_SHELL) : null) ??
    findChromium()
  );
}

function given() {
  const path = process.env.CHROMIUM_PATH;
  if (!path) return null;
  return works(path) ? path : fail(`CHROMIUM_PATH is ${path}, which does not run.`);
}

function findInstalled({ names, applications, ...browser }) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const paths = [...inPath, ...applications, ...downloads(browser)];
  return paths.find((path) => existsSync(path) && works(path)) ?? null;
}

function downloads({ download, inDownload }) {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    {
      darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
      win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
    }[process.platform] ??
    join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => name.startsWith(download))
    .flatMap((name) => inDownload.map((path) => join(cache, name, path)));
}

/** Some systems have a program of that name that only explains how to install it. */
function works(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function download() {
  console.error('Downloading Chromium.');
  return quietly('playwright', ['install', 'chromium']) ? findInstalled(CHROMIUM) : null;
}

function installPackage(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  console.error(`Installing the package ${name}.`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return (
    quietly('apt-get', ['update'], env) &&
    quietly('apt-get', ['install', '-y', '--no-install-recommends', name], env)
  );
}

/** The tool's output goes to standard error: standard output is for the path. */
function quietly(tool, args, env = {}) {
  const { status } = spawnSync(tool, args, { cwd: ROOT, stdio: ['ignore', 2, 2], env: toolEnv(env) });
  return status === 0;
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(findTestChromium());
