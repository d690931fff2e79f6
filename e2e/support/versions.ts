import { execFile } from 'node:child_process';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Locator } from '@playwright/test';

import { ROOT } from '#scripts/toolchain.mjs';
import { PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';

import type { App } from './app.ts';
import { test as base } from './fixtures.ts';

/** Browsers write each failed request to the console while there is no server. */
export const NO_SERVER = /net::ERR_CONNECTION_(REFUSED|RESET)/;

/** Resolves when the whole app is on the device, so that it opens without a network. */
export async function isOnDevice({ page }: App): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** Stops the server of a browser, and clears the browser's cache of its answers. */
export async function loseServer({ context, page }: App, server: ServerProcess): Promise<void> {
  await server.stop();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.clearBrowserCache');
  await devTools.detach();
}

/** Visible in a tab with the next version, where the first tab stop has another name. */
export function nextVersionIn({ page }: App): Locator {
  return page.getByText('Skip to the content', { exact: true });
}

export function thisVersionIn({ page }: App): Locator {
  return page.getByText('Skip to content', { exact: true });
}

interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const NEXT: Change = {
  file: 'src/web/features/layout/app-layout.tsx',
  from: 'Skip to content',
  to: 'Skip to the content',
};
const NEWER_PROTOCOL: Change = {
  file: 'src/sync/protocol.ts',
  from: `PROTOCOL_VERSION = ${PROTOCOL_VERSION}`,
  to: `PROTOCOL_VERSION = ${PROTOCOL_VERSION + 1}`,
};

const VERSIONS = { next: [NEXT], 'newer-protocol': [NEXT, NEWER_PROTOCOL] } as const;

type Version = keyof typeof VERSIONS;

/** The sources of a version. */
const SOURCES = ['index.html', 'package-lock.json', 'package.json', 'public', 'scripts', 'src', 'tsconfig.json', 'vite.config.ts', 'vite.server.config.ts']; // prettier-ignore

interface Fixtures {
  /** Replaces the test's server by one of another version, with the same port and data. */
  readonly deploy: (version: Version) => Promise<void>;
}

export { expect };

/** Tests with further versions of Sunglow, built from slightly different sources. */
export const test = base.extend<Fixtures>({
  ownServer: true,

  deploy: async ({ server }, provide, { parallelIndex }) => {
    const servers: ServerProcess[] = [];
    await provide(async (version) => {
      const root = await buildVersion(version, `${parallelIndex}`);
      const next = new ServerProcess(server.port, { dataDir: server.dataDir, root });
      servers.push(next);
      await server.stop();
      await next.start();
    });
    for (const next of servers) await next.dispose();
  },

  // oxlint-disable-next-line no-unused-vars -- Set up before the devices, it ends after them: they lose no server.
  newDevice: async ({ deploy: _, newDevice }, provide) => {
    await provide(newDevice);
  },
});

/**
 * Returns the folder of a version, which the tests of a worker share. Builds it when its sources have
 * changed.
 */
async function buildVersion(version: Version, worker: string): Promise<string> {
  const folder = join(ROOT, '.cache', 'versions', worker, version);
  for (const path of SOURCES) {
    await rm(join(folder, path), { recursive: true, force: true });
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  }
  await rm(join(folder, 'node_modules'), { force: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, from, to } of VERSIONS[version]) {
    const source = await readFile(join(folder, file), 'utf8');
    expect(source).toContain(from);
    await writeFile(join(folder, file), source.replace(from, to));
  }
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/build.mjs'), '--if-changed']);
  return folder;
}
