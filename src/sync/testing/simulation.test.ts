import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulationFolder } from './simulated-server.ts';
import { simulate } from './simulation.ts';

const SEEDS = 2_000;
const PER_TEST = 250;

let folder: SimulationFolder;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());

for (let first = 1; first <= SEEDS; first += PER_TEST) {
  const last = first + PER_TEST - 1;
  test(`[W1-W10] [W16] seeds ${first} to ${last}: after any schedule all devices equal the server, nothing lost or doubled`, async () => {
    const total = { mutations: 0, rejections: 0, crashes: 0, pages: 0, purged: 0 };
    for (let seed = first; seed <= last; seed++) {
      const report = await simulate(seed, folder).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      });
      total.mutations += report.mutations;
      total.rejections += report.rejections;
      total.crashes += report.crashes;
      total.pages += report.pages;
      total.purged += report.purged;
    }
    // A run in which nothing goes wrong would pass as well, and prove nothing.
    expect(total.mutations / PER_TEST).toBeGreaterThan(10);
    expect(total.rejections / PER_TEST).toBeGreaterThan(1);
    expect(total.crashes / PER_TEST).toBeGreaterThan(5);
    expect(total.pages / PER_TEST).toBeGreaterThan(1);
    expect(total.purged / PER_TEST).toBeGreaterThan(0.5);
  }, 300_000);
}
