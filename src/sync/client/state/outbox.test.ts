import { expect, test } from 'vitest';
import type { Mutation } from '#src/mutators/index.ts';
import { addTask } from '#src/sync/testing/samples.ts';
import { SimulatedDisk } from '#src/sync/testing/simulated-disk.ts';
import { Process, World } from '#src/sync/testing/world.ts';
import type { DeviceStore } from '#src/sync/client/storage/device-store.ts';
import { Outbox, StorageFailed } from './outbox.ts';

/** An outbox over a disk that fails when told to, and what it announced. */
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

test('[W1] a mutation waits at once, may be sent only when it is durable, and says so', async () => {
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

test('[W1] mutations that come during a write are written together by the next', async () => {
  const { world, outbox, log } = setUp();

  const saves = [1, 2, 3].map((n) => outbox.add(addTask(n)));
  await world.rest();
  await Promise.all(saves);

  expect(log).toEqual(['add 1', 'saved 1', 'add 2 3', 'saved 2 3']);
  expect(numbers(outbox.durable(all))).toEqual([1, 2, 3]);
});

test('[W2] mutations stand in the order in which the device stored them, whichever tab did', async () => {
  const { world, outbox, log, otherTab } = setUp();
  const theirs = otherTab.addToOutbox([addTask(1)]);
  const saved = outbox.add(addTask(2));
  await world.rest();
  await saved;

  expect(outbox.include(await theirs.then(([seq]) => [{ seq: seq!, mutation: addTask(1) }]))).toBe(true);

  expect(numbers(outbox.mutations())).toEqual([1, 2]);
  expect(log).toEqual(['add 2', 'saved 2']);
});

test('[W2] what is not durable yet stands last; stored, it takes its place and the view is told to replay', async () => {
  const { world, outbox, log } = setUp();
  const saved = outbox.add(addTask(9));
  outbox.include([{ seq: 5, mutation: addTask(5) }]);
  expect(numbers(outbox.mutations())).toEqual([5, 9]);
  expect(numbers(outbox.durable(all))).toEqual([5]);

  await world.rest();
  await saved;

  // The disk gave it number 1.
  expect(numbers(outbox.mutations())).toEqual([9, 5]);
  expect(log).toEqual(['add 9', 'rearranged', 'saved 1']);
});

test('[W4] durable gives the oldest, as many as are accepted', () => {
  const { outbox } = setUp();
  outbox.include([3, 1, 2].map((n) => ({ seq: n, mutation: addTask(n) })));

  expect(numbers(outbox.durable((mutation) => numberOf(mutation) !== 3))).toEqual([1, 2]);
  expect(outbox.durable(() => false)).toEqual([]);
});

test('a record that is known is not taken in again, by whatever number', () => {
  const { outbox } = setUp();
  outbox.include([{ seq: 1, mutation: addTask(1) }]);

  expect(outbox.include([{ seq: 1, mutation: addTask(1) }])).toBe(false);
  expect(outbox.include([{ seq: 2, mutation: addTask(1) }])).toBe(false);

  expect(outbox.size).toBe(1);
  expect(outbox.unknownSeqs([1, 2, 3])).toEqual([2, 3]);
});

test('[W1] a mutation that was stored twice, as its write failed unclearly and was repeated, waits once', () => {
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

test('what is stored takes the place of what was durable before it was read, and of nothing newer', () => {
  const { outbox } = setUp();
  const record = (seq: number, n: number) => ({ seq, mutation: addTask(n) });
  outbox.include([record(1, 1), record(2, 2), record(3, 3)]);
  const before = outbox.records();
  void outbox.add(addTask(9));
  outbox.include([record(4, 4)]);

  // Another store, which another tab has filled: under numbers of its own.
  outbox.replaceBy([record(1, 5), record(2, 3), record(3, 1)], before);

  expect(outbox.records()).toEqual([record(1, 5), record(2, 3), record(3, 1), record(4, 4)]);
  expect(numbers(outbox.mutations())).toEqual([5, 3, 1, 4, 9]);
});

test('a mutation that another tab sees settled before its own tab knows it durable is saved all the same', async () => {
  const { world, outbox } = setUp();
  const saved = outbox.add(addTask(1));
  outbox.settle([addTask(1).id]);

  await world.rest();
  await saved;

  expect(outbox.size).toBe(0);
});

test('[W1] when a write fails, the mutation and all that came after it are undone, and their users told', async () => {
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

  // Space was freed: the next one is kept.
  const [kept] = await settle(world, [outbox.add(addTask(4))]);
  expect(kept?.status).toBe('fulfilled');
  const stored = otherTab.load();
  await world.rest();
  expect(numbers((await stored).outbox.map(({ mutation }) => mutation))).toEqual([1, 4]);
});

test('[W1] what a listener of a failed write adds is written, not lost with it', async () => {
  const { world, outbox, failures } = setUp();
  failures.push(new Error('full'));
  const again = outbox.add(addTask(1)).catch(() => outbox.add(addTask(2)));

  const [result] = await settle(world, [again]);

  expect(result?.status).toBe('fulfilled');
  expect(numbers(outbox.durable(all))).toEqual([2]);
});

async function settle(world: World, work: readonly Promise<void>[]) {
  const settled = Promise.allSettled(work);
  // The failures above take microtasks, not steps of the world: it may seem at rest between two writes.
  for (let round = 0; round < 5; round++) {
    await world.rest();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return settled;
}

test('[W4] whoever sends is called when more may be sent, by this tab or another, until it has enough', async () => {
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
