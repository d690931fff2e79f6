import { afterAll, beforeAll, expect, test } from 'vitest';
import { Coverage, EVENTS, type Event } from './coverage.ts';
import { SimulationFolder } from './simulated-server.ts';
import { simulate } from './simulation.ts';

const SEEDS = 3_000;
const PER_TEST = 250;

/** A run in which nothing goes wrong would pass as well, and prove nothing: about a third of what such a run goes through. */
const EXPECTED: Readonly<Record<Event, number>> = {
  mutation: 3_000,
  rejection: 60,
  crash: 1_000,
  page: 200,
  ok: 200,
  firstFormat: 500,
  answerInPages: 25,
  answerInParts: 20,
  purgedRow: 35,
  endedTask: 5,
  erasedText: 35,
  resync: 30,
  resyncWithOutbox: 20,
  upgradeAsked: 400,
  unknownMutation: 12,
  hintTaken: 250,
  hintLost: 170,
  hintDoubled: 20,
  writeLost: 200,
  writeUnclear: 50,
  storageFailed: 30,
  clone: 50,
  rollback: 5,
  clockJump: 100,
  erased: 60,
  memoryLeft: 30,
  frozen: 200,
  robbed: 80,
  openedFirst: 10,
  sentByWorker: 5,
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
