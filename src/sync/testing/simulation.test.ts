import { afterAll, beforeAll, expect, test } from 'vitest';
import { Coverage, EVENTS, type Event } from './coverage.ts';
import { SimulationFolder } from './simulated-server.ts';
import { simulate } from './simulation.ts';

const SEEDS = 3_000;
const PER_TEST = 250;

/** A run in which nothing goes wrong would pass as well, and prove nothing: some half of what such a run goes through. */
const EXPECTED: Readonly<Record<Event, number>> = {
  mutation: 3_000,
  rejection: 250,
  crash: 1_000,
  page: 350,
  purgedRow: 90,
  resync: 50,
  resyncWithOutbox: 30,
  upgradeAsked: 500,
  unknownMutation: 30,
  hintTaken: 450,
  hintLost: 180,
  hintDoubled: 25,
  writeLost: 300,
  writeUnclear: 90,
  storageFailed: 45,
  clone: 60,
  rollback: 6,
  clockJump: 130,
  erased: 80,
  memoryLeft: 40,
};

let folder: SimulationFolder;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());

for (let first = 1; first <= SEEDS; first += PER_TEST) {
  const last = first + PER_TEST - 1;
  test(`seeds ${first} to ${last}: after any schedule all devices equal the server, nothing lost or doubled`, async () => {
    const total = new Coverage();
    for (let seed = first; seed <= last; seed++) {
      const coverage = await simulate(seed, folder).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      });
      total.add(coverage);
    }
    const missed = EVENTS.filter((event) => total.counts[event] < EXPECTED[event]);
    expect(missed.map((event) => `${event}: ${total.counts[event]}`)).toEqual([]);
  }, 300_000);
}
