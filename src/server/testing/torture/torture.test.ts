import { expect, test } from 'vitest';

import { tortureByCrashes } from './torture-crash.ts';
import { tortureByFrames } from './torture-fuzz.ts';
import { tortureKeys } from './torture-keys.ts';
import { tortureReminders } from './torture-reminders.ts';
import { tortureWebhooks } from './torture-webhooks.ts';

/** The short forms; `npm run torture` runs the long ones. */
const SEED = Date.now() % 1e6;
const TIMEOUT_MS = 120_000;

for (const engine of ['sqlite', 'postgres'] as const) {
  test(
    `[W5] no acknowledged change is lost, and no change is applied twice, while the server is killed (${engine}, seed ${SEED})`,
    async () => {
      const report = await tortureByCrashes(engine, SEED, 3);

      expect(report.problems).toEqual([]);
      expect(report.mutations).toBeGreaterThan(50);
    },
    TIMEOUT_MS,
  );
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(
    `[N2] each reminder comes at least once, under one tag, and none for completed tasks, while servers are killed (${engine}, seed ${SEED})`,
    async () => {
      const { alarms, problems } = await tortureReminders(engine, SEED, 2, engine === 'postgres' ? 2 : 1);

      expect(problems).toEqual([]);
      expect(alarms).toBeGreaterThan(50);
    },
    3 * TIMEOUT_MS,
  );
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(
    `[A5] each task that enters a filter is told at least once, under one id, while servers are killed (${engine}, seed ${SEED})`,
    async () => {
      const { tasks, problems } = await tortureWebhooks(engine, SEED, 2, engine === 'postgres' ? 2 : 1);

      expect(problems).toEqual([]);
      expect(tasks).toBe(40);
    },
    3 * TIMEOUT_MS,
  );
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(
    `[A2] each write with a key is done once, while servers are killed (${engine}, seed ${SEED})`,
    async () => {
      const { writes, problems } = await tortureKeys(engine, SEED, 3, engine === 'postgres' ? 2 : 1);

      expect(problems).toEqual([]);
      expect(writes).toBeGreaterThan(20);
    },
    3 * TIMEOUT_MS,
  );
}

test(
  `an invalid message closes its socket with a code and a reason, and changes nothing (seed ${SEED})`,
  async () => {
    const { kinds, problems } = await tortureByFrames(SEED, 2_000);

    expect(problems).toEqual([]);
    expect(kinds.size).toBeGreaterThan(50);
  },
  TIMEOUT_MS,
);
