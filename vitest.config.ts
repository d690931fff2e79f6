import { defineConfig } from 'vitest/config';

/** Tests that need PostgreSQL; the others run without waiting for it. */
const SERVER_TESTS = ['src/server/**/*.test.ts', 'src/sync/server/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: SERVER_TESTS,
          // Property tests on a busy machine.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          include: SERVER_TESTS,
          globalSetup: 'src/server/testing/global-setup.ts',
          // A first query may have to wait for a busy machine to start things.
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
