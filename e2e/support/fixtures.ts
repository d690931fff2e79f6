import { test as base, expect, type BrowserContextOptions } from '@playwright/test';

import { ServerProcess, type ServerProcessOptions } from '#src/server/testing/processes/server-process.ts';

import { App } from './app.ts';
import { ConsoleWatch } from './console-watch.ts';
import { NOON_ZONE } from './days.ts';

interface Options {
  /**
   * Gives each test a server of its own, which it may stop. Otherwise all tests of a worker share one, each
   * with its own users.
   */
  readonly ownServer: boolean;
  /** Turns animations on, as for users without reduced motion. Drawing them takes half the time of a test. */
  readonly motion: boolean;
}

interface Fixtures {
  /** Starts a server with its own port and data; it is removed after the test. */
  readonly startServer: (options?: ServerProcessOptions) => Promise<ServerProcess>;
  readonly server: ServerProcess;
  /** Opens a separate browser on a blank page. */
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
      // Playwright's own message.
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
