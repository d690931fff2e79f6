import { expect, test } from 'vitest';
import type { Mutation } from '#src/tables/operations.ts';
import { addTask } from '#src/sync/testing/samples.ts';
import { SimulatedDisk } from '#src/sync/testing/simulated-disk.ts';
import { Process, World } from '#src/sync/testing/world.ts';
import type { DeviceStore } from '#src/sync/client/storage/device-store.ts';
import { Outbox, StorageFailed } from './outbox.ts';

/** An outbox over a disk that fails when told to, with a log of its events. */
function setUp() {
  const world = new World(1);
  const disk = new SimulatedDisk(world);
  const store = disk.storeFor(new Process());
  const log: string[] = [];
  const failures: Error[] = [];
  const troubled: DeviceStore = {
    ...store,
    addToOutbox: async (mutations) => {
      log.push(`add ${numbers(mutations).join(' ')}`);
      const failure = failures.shift();
      if (failure) throw failure;
      return store.addToOutbox(mutations);
    },
  };
  const outbox = new Outbox(troubled, {
    isKept: () => true,
    saved: (seqs) => log.push(`saved ${seqs.join(' ')}`),
    failed: () => log.push('failed'),
    rearranged: () => log.push('rearranged'),
  });
  return { world, outbox, log, failures, otherTab: disk.storeFor(new Process()) };
}

const numberOf = (mutation: Mutation) => (mutation.args as { at: number }).at;
const numbers = (mutations: readonly Mutation[]) => mutations.map(numberOf);
const all = () => true;

test('[W1] a mutation waits at once, and may be sent and is announced once it is durable', async () => {
  const { world, outbox, log } = setUp();

  const saved = outbox.add(addTask(1));
  expect(numbers(outbox.mutations())).toEqual([1]);
  expect(outbox.durable(all)).toEqual([]);
  expect(outbox.durableSeqs()).toEqual([]);

  await world.rest();
  await saved;
  expect(numbers(outbox.durable(all))).toEqual([1]);
  expect(outbox.durableSeqs()).toEqual([1]);
  expect(log).toEqual(['add 1', 'saved 1']);
});

test('[W1] mutations that come during a write are written together by the next write', async () => {
  const { world, outbox, log } = setUp();

  const saves = [1, 2, 3].map((n) => outbox.add(addTask(n)));
  await world.rest();
  await Promise.all(saves);

  expect(log).toEqual(['add 1', 'saved 1', 'add 2 3', 'saved 2 3']);
  expect(numbers(outbox.durable(all))).toEqual([1, 2, 3]);
});

test('[W2] mutations have the order in which the device stored them, from any tab', async () => {
  const { world, outbox, log, otherTab } = setUp();
  const theirs = otherTab.addToOutbox([addTask(1)]);
  const saved = outbox.add(addTask(2));
  await world.rest();
  await saved;

  expect(outbox.include(await theirs.then(([seq]) => [{ seq: seq!, mutation: addTask(1) }]))).toBe(true);

  expect(numbers(outbox.mutations())).toEqual([1, 2]);
  expect(log).toEqual(['add 2', 'saved 2']);
});

test('[W2] a mutation that is not durable comes last; once stored, it takes its place and the view replays', async () => {
  const { world, outbox, log } = setUp();
  const saved = outbox.add(addTask(9));
  outbox.include([{ seq: 5, mutation: addTask(5) }]);
  expect(numbers(outbox.mutations())).toEqual([5, 9]);
  expect(numbers(outbox.durable(all))).toEqual([5]);

  await world.rest();
  await saved;

  // The disk gave the mutation number 1.
  expect(numbers(outbox.mutations())).toEqual([9, 5]);
  expect(log).toEqual(['add 9', 'rearranged', 'saved 1']);
});

test('[W4] durable returns the oldest mutations, up to the first one that is not accepted', () => {
  const { outbox } = setUp();
  outbox.include([3, 1, 2].map((n) => ({ seq: n, mutation: addTask(n) })));

  expect(numbers(outbox.durable((mutation) => numberOf(mutation) !== 3))).toEqual([1, 2]);
  expect(outbox.durable(() => false)).toEqual([]);
});

test('a known record is not taken in again, under the same or another number', () => {
  const { outbox } = setUp();
  outbox.include([{ seq: 1, mutation: addTask(1) }]);

  expect(outbox.include([{ seq: 1, mutation: addTask(1) }])).toBe(false);
  expect(outbox.include([{ seq: 2, mutation: addTask(1) }])).toBe(false);

  expect(outbox.size).toBe(1);
  expect(outbox.unknownSeqs([1, 2, 3])).toEqual([2, 3]);
});

test('[W1] a mutation waits once when its write failed unclearly and the repeat stored it twice', () => {
  const { outbox } = setUp();

  expect(outbox.include([1, 2].map((seq) => ({ seq, mutation: addTask(1) })))).toBe(true);

  expect(outbox.size).toBe(1);
  expect(outbox.records()).toEqual([{ seq: 1, mutation: addTask(1) }]);
});

test('settled mutations no longer wait', () => {
  const { outbox } = setUp();
  outbox.include([1, 2].map((n) => ({ seq: n, mutation: addTask(n) })));

  outbox.settle([addTask(1).id, addTask(99).id]);

  expect(numbers(outbox.mutations())).toEqual([2]);
  expect(outbox.get(addTask(1).id)).toBeUndefined();
  expect(outbox.get(addTask(2).id)).toEqual(addTask(2));
});

test('stored records replace the mutations that were durable before the read, and no newer ones', () => {
  const { outbox } = setUp();
  const record = (seq: number, n: number) => ({ seq, mutation: addTask(n) });
  outbox.include([record(1, 1), record(2, 2), record(3, 3)]);
  const before = outbox.records();
  void outbox.add(addTask(9));
  outbox.include([record(4, 4)]);

  // Another tab has filled another disk, under other numbers.
  outbox.replaceBy([record(1, 5), record(2, 3), record(3, 1)], before);

  expect(outbox.records()).toEqual([record(1, 5), record(2, 3), record(3, 1), record(4, 4)]);
  expect(numbers(outbox.mutations())).toEqual([5, 3, 1, 4, 9]);
});

test('a mutation that is settled before its own tab knows it durable counts as saved', async () => {
  const { world, outbox } = setUp();
  const saved = outbox.add(addTask(1));
  outbox.settle([addTask(1).id]);

  await world.rest();
  await saved;

  expect(outbox.size).toBe(0);
});

test('[W1] a failed write undoes its mutation and all later ones, and rejects their promises', async () => {
  const { world, outbox, log, failures, otherTab } = setUp();
  const earlier = outbox.add(addTask(1));
  await world.rest();
  await earlier;
  log.length = 0;
  failures.push(new Error('full'));

  const lost = await settle(world, [outbox.add(addTask(2)), outbox.add(addTask(3))]);

  for (const result of lost) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'STORAGE_FAILED' } });
    expect(result.status === 'rejected' && result.reason).toBeInstanceOf(StorageFailed);
    expect(result.status === 'rejected' && (result.reason as Error).cause).toMatchObject({ message: 'full' });
  }
  expect(numbers(outbox.mutations())).toEqual([1]);
  expect(outbox.get(addTask(2).id)).toBeUndefined();
  expect(log).toEqual(['add 2', 'failed', 'rearranged']);

  // Space was freed, so the disk keeps the next mutation.
  const [kept] = await settle(world, [outbox.add(addTask(4))]);
  expect(kept?.status).toBe('fulfilled');
  const stored = otherTab.load();
  await world.rest();
  expect(numbers((await stored).outbox.map(({ mutation }) => mutation))).toEqual([1, 4]);
});

test('[W1] a mutation that is added in answer to a failed write is written', async () => {
  const { world, outbox, failures } = setUp();
  failures.push(new Error('full'));
  const again = outbox.add(addTask(1)).catch(() => outbox.add(addTask(2)));

  const [result] = await settle(world, [again]);

  expect(result?.status).toBe('fulfilled');
  expect(numbers(outbox.durable(all))).toEqual([2]);
});

async function settle(world: World, work: readonly Promise<void>[]) {
  const settled = Promise.allSettled(work);
  // The failures take microtasks, not steps of the world, so the world may seem at rest between two writes.
  for (let round = 0; round < 5; round++) {
    await world.rest();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return settled;
}

test('[W4] the sender is called when this tab or another has more to send, until it stops', async () => {
  const { world, outbox } = setUp();
  const sent: number[][] = [];
  const stop = outbox.whenSendable(() => sent.push(numbers(outbox.durable(all))));

  const saved = outbox.add(addTask(1));
  expect(sent).toEqual([]);
  await world.rest();
  await saved;
  expect(sent).toEqual([[1]]);

  outbox.include([{ seq: 2, mutation: addTask(2) }]);
  outbox.include([{ seq: 2, mutation: addTask(2) }]);
  expect(sent).toEqual([[1], [1, 2]]);

  outbox.replaceBy([...outbox.records(), { seq: 3, mutation: addTask(3) }], outbox.records());
  expect(sent).toEqual([[1], [1, 2], [1, 2, 3]]);

  stop();
  outbox.include([{ seq: 4, mutation: addTask(4) }]);
  expect(sent).toHaveLength(3);
});
