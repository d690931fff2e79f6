import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that need PostgreSQL; the others run without waiting for it. */
const SERVER_TESTS = ['src/server/**/*.test.ts', 'src/sync/server/**/*.test.ts', 'bench/plant.test.ts'];

/** These take minutes: begun last, one of them would keep a single core busy at the end. */
const LONG_TESTS = /\/(simulation|torture|torture-cluster)\.test\.ts$/;

const PROPERTY_SEED = 'scripts/property-seed.ts';

/** ms. Some tests start three servers, and two of them may share two slow cores: patience costs nothing when all is well. */
const PATIENCE = 60_000;
const POLLING = { poll: { timeout: PATIENCE / 3 } };

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
          setupFiles: PROPERTY_SEED,
          testTimeout: PATIENCE,
          expect: POLLING,
        },
      },
      {
        test: {
          name: 'server',
          include: SERVER_TESTS,
          globalSetup: 'src/server/testing/processes/global-setup.ts',
          // What the server sends to PostgreSQL keeps to rules (src/server/testing/databases/statement-rules.ts).
          setupFiles: ['src/server/testing/databases/watch-statements.ts', PROPERTY_SEED],
          testTimeout: PATIENCE,
          expect: POLLING,
          hookTimeout: PATIENCE,
        },
      },
    ],
  },
});
