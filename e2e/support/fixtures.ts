import { test as base, expect, type BrowserContextOptions } from '@playwright/test';

import { ServerProcess, type ServerProcessOptions } from '#src/server/testing/processes/server-process.ts';

import { App } from './app.ts';
import { ConsoleWatch } from './console-watch.ts';
import { NOON_ZONE } from './days.ts';

interface Options {
  /** A server for each test alone, which it may stop. Else all tests of a worker share one, each with users of its own. */
  readonly ownServer: boolean;
  /** Things move, as users have it who have not asked for less. To draw each frame of it takes half the time of a test. */
  readonly motion: boolean;
}

interface Fixtures {
  /** Starts a server of its own port and data, gone after the test. */
  readonly startServer: (options?: ServerProcessOptions) => Promise<ServerProcess>;
  readonly server: ServerProcess;
  /** Opens a browser that shares nothing with the others, on a blank page. */
  readonly newDevice: (options?: BrowserContextOptions) => Promise<App>;
  /** The first device. */
  readonly app: App;
}

interface WorkerFixtures {
  readonly sharedServer: ServerProcess;
}

export { expect };

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  ownServer: [false, { option: true }],
  motion: [false, { option: true }],

  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
    async ({}, provide) => {
      const server = await ServerProcess.start();
      await provide(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],

  // oxlint-disable-next-line no-empty-pattern -- as above
  startServer: async ({}, provide) => {
    const servers: ServerProcess[] = [];
    await provide(async (options) => {
      const server = await ServerProcess.start(options);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.dispose();
  },

  server: async ({ ownServer, sharedServer, startServer }, provide) => {
    await provide(ownServer ? await startServer() : sharedServer);
  },

  baseURL: async ({ server }, provide) => {
    await provide(server.url);
  },

  timezoneId: NOON_ZONE,

  newDevice: async ({ browser, contextOptions, baseURL, serviceWorkers, motion }, provide) => {
    const watches: ConsoleWatch[] = [];
    await provide(async (options) => {
      const context = await browser.newContext({
        reducedMotion: motion ? 'no-preference' : 'reduce',
        ...contextOptions,
        ...(baseURL && { baseURL }),
        ...options,
      });
      const watch = new ConsoleWatch(context);
      // Playwright says so itself.
      if (serviceWorkers === 'block') watch.expect(/Service Worker registration blocked/);
      watches.push(watch);
      return new App(await context.newPage(), watch);
    });
    for (const context of browser.contexts()) await context.close();
    expect(watches.flatMap((watch) => watch.unexpected())).toEqual([]);
  },

  app: async ({ newDevice }, provide) => {
    await provide(await newDevice());
  },
});
