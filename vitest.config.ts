import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that need PostgreSQL; the others run without waiting for it. */
const SERVER_TESTS = ['src/server/**/*.test.ts', 'src/sync/server/**/*.test.ts', 'bench/plant.test.ts'];

/** These take minutes: begun last, one of them would keep a single core busy at the end. */
const LONG_TESTS = /\/(simulation|torture|torture-cluster)\.test\.ts$/;

class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONG_TESTS.test(moduleId) ? 0 : 1);
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongTestsFirst },
    // Vitest would leave one core free, which of two is half.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
            'bench/**/*.test.ts',
            'deploy/**/*.test.ts',
          ],
          exclude: SERVER_TESTS,
          // Property tests on a busy machine.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          include: SERVER_TESTS,
          globalSetup: 'src/server/testing/processes/global-setup.ts',
          // What the server sends to PostgreSQL keeps to rules (src/server/testing/databases/statement-rules.ts).
          setupFiles: 'src/server/testing/databases/watch-statements.ts',
          // A first query may have to wait for a busy machine to start things.
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
