import { afterAll, beforeAll, expect, test } from 'vitest';
import { Coverage, EVENTS, type Event } from './coverage.ts';
import { SimulationFolder } from './simulated-server.ts';
import { simulate } from './simulation.ts';

const SEEDS = 3_000;
const PER_TEST = 250;

/**
 * The required number of each event over all seeds, about half of the usual one. A run without trouble would prove
 * nothing.
 */
const LEAST: Readonly<Record<Event, number>> = {
  mutation: 36_000,
  rejection: 1_200,
  crash: 12_000,
  page: 2_400,
  ok: 2_400,
  answerInPages: 400,
  answerInParts: 280,
  purgedRow: 540,
  endedTask: 95,
  erasedText: 600,
  resync: 2_400,
  resyncWithOutbox: 1_250,
  upgradeAsked: 5_000,
  unknownMutation: 1_200,
  hintTaken: 3_800,
  hintLost: 3_000,
  hintDoubled: 500,
  writeLost: 2_900,
  writeUnclear: 900,
  storageFailed: 940,
  clone: 800,
  olderApp: 800,
  rollback: 140,
  clockJump: 1_650,
  erased: 1_000,
  memoryLeft: 390,
  frozen: 3_500,
  robbed: 1_300,
  openedFirst: 124,
  sentByWorker: 106,
  doneOtherwise: 260,
  setBack: 440,
  lostChange: 1_300,
  sentAgain: 34,
};

let folder: SimulationFolder;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());

const total = new Coverage();
const goThrough = async (seed: number) => total.add(await simulate(seed, folder));

for (let first = 1; first <= SEEDS; first += PER_TEST) {
  const last = first + PER_TEST - 1;
  test(`seeds ${first} to ${last}: all devices equal the server after any schedule, with nothing lost or doubled`, async () => {
    for (let seed = first; seed <= last; seed++) {
      await expect(goThrough(seed), `seed ${seed}`).resolves.toBeUndefined();
    }
  }, 300_000);
}

test('the schedules contain every kind of trouble', () => {
  const missed = EVENTS.filter((event) => total.counts[event] < LEAST[event]);
  expect(missed.map((event) => `${event}: ${total.counts[event]}`)).toEqual([]);
});
