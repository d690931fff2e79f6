import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ReplicaBench } from './replica-bench.ts';
import { SimulationFolder } from './simulated-server.ts';

/** The bench of the test that runs: each test of a file that imports it has a new one, and fails of its errors, too. */
export let bench: ReplicaBench;

let folder: SimulationFolder;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());
beforeEach(() => {
  bench = new ReplicaBench(folder);
});
afterEach(() => bench.end());
