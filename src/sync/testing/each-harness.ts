import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ReplicaHarness } from './replica-harness.ts';
import { SimulationFolder } from './simulated-server.ts';

/** The harness of the test that runs: each test of a file that imports it has a new one, and fails of its errors, too. */
export let harness: ReplicaHarness;

let folder: SimulationFolder;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());
beforeEach(() => {
  harness = new ReplicaHarness(folder);
});
afterEach(() => harness.end());
