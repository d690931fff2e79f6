// Prints the path of a Chromium for the end-to-end tests: CHROMIUM_PATH, one that is installed, or one it installs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ROOT, toolEnv } from './toolchain.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Where Playwright's downloads have the executable, by platform and version of the download. */
const IN_DOWNLOAD = [
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win64/chrome.exe',
  'chrome-win/chrome.exe',
];

/** What it is started with, wherever a script or a test starts it. */
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

/** Ends the process when there is none, and none can be had. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return works(given) ? given : fail(`CHROMIUM_PATH is ${given}, which does not run.`);
  return (
    findInstalled() ??
    download() ??
    installPackage() ??
    fail('There is no Chromium. Set CHROMIUM_PATH to one.')
  );
}

function findInstalled() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const inPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...inPath, ...APPLICATIONS, ...downloads()].find((path) => existsSync(path) && works(path)) ?? null;
}

function downloads() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    {
      darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
      win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
    }[process.platform] ??
    join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium-'))
    .flatMap((name) => IN_DOWNLOAD.map((path) => join(cache, name, path)));
}

/** Some systems have a program of that name which only says how to install it. */
function works(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function download() {
  console.error('Downloading Chromium.');
  return quietly('playwright', ['install', 'chromium']) ? findInstalled() : null;
}

function installPackage() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  console.error('Installing the package chromium.');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const installed =
    quietly('apt-get', ['update'], env) &&
    quietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], env);
  return installed ? findInstalled() : null;
}

/** What the tool says goes to standard error, since standard output is for the path. */
function quietly(tool, args, env = {}) {
  const { status } = spawnSync(tool, args, { cwd: ROOT, stdio: ['ignore', 2, 2], env: toolEnv(env) });
  return status === 0;
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(findChromium());
