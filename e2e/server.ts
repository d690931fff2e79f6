import { test as base } from '@playwright/test';

import { ServerProcess, type ServerProcessOptions } from '#src/server/testing/server-process.ts';

interface ServerFixtures {
  /** Starts a server of its own port and data, gone after the test. */
  startServer: (options?: ServerProcessOptions) => Promise<ServerProcess>;
  /** One for this test alone; `page.goto('/')` is on it. */
  server: ServerProcess;
}

export const test = base.extend<ServerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
  startServer: async ({}, provide) => {
    const servers: ServerProcess[] = [];
    await provide(async (options) => {
      const server = await ServerProcess.start(options);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.dispose();
  },
  server: async ({ startServer }, provide) => {
    await provide(await startServer());
  },
  baseURL: async ({ server }, provide) => {
    await provide(server.url);
  },
});
