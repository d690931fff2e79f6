import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ReplicaHarness } from './replica-harness.ts';
import { SimulationFolder } from './simulated-server.ts';

/**
 * The harness of the current test. A file that imports it gets a new one for each test. Errors in the background fail
 * the test.
 */
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
