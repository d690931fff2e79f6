import { expect, test } from 'vitest';

import { tortureByCrashes } from '#src/server/testing/torture-crash.ts';

/** The short forms; `npm run torture` has the long ones. */
const SEED = Date.now() % 1e6;
const TIMEOUT_MS = 120_000;

for (const engine of ['sqlite', 'postgres'] as const) {
  test(
    `[W5] nothing acknowledged is lost, and nothing applied twice, where the server is killed (${engine}, seed ${SEED})`,
    async () => {
      const report = await tortureByCrashes(engine, SEED, 3);

      expect(report.problems).toEqual([]);
      expect(report.mutations).toBeGreaterThan(50);
    },
    TIMEOUT_MS,
  );
}
