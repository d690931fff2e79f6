import { expect, test } from 'vitest';

import { FairQueue, type Turn } from './fair-queue.ts';

/** A queue whose work ends on command, and the work that has begun so far. */
function harness(atOnce: number) {
  const queue = new FairQueue(atOnce);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add: (name: string, turn: Turn) =>
      queue.run(turn, async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.set(name, end));
        return name;
      }),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await settled();
    },
  };
}

/** Resolves after all work that waits only for its turn has continued. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const eve = { address: '203.0.113.6', account: 'eve' };

test('an address with much work leaves the next place to another one', async () => {
  const { begun, add, end } = harness(2);
  for (let i = 0; i < 16; i++) void add(`eve ${i}`, eve);
  void add('ada 0', { address: '203.0.113.7', account: 'ada' });
  await settled();
  expect(begun).toEqual(['eve 0', 'ada 0']);

  void add('ada 1', { address: '203.0.113.7', account: 'ada' });
  await end('ada 0');
  expect(begun).toEqual(['eve 0', 'ada 0', 'ada 1']);
  await end('eve 0');
  expect(begun.at(-1)).toBe('eve 1');
});

test('accounts behind one address take turns', async () => {
  const { begun, add, end } = harness(2);
  const names = ['eve 0', 'eve 1', 'eve 2', 'ada 0', 'bob 0'];
  for (const name of names) void add(name, { ...eve, account: name.slice(0, 3) });
  for (let i = 0; i < names.length; i++) {
    await settled();
    await end(begun[i] ?? '');
  }

  // Nobody else was waiting when the second one came.
  expect(begun).toEqual(['eve 0', 'eve 1', 'ada 0', 'bob 0', 'eve 2']);
});

test('an account that is tried from many addresses has one place', async () => {
  const { begun, add } = harness(2);
  for (let i = 0; i < 16; i++) void add(`guess ${i}`, { address: `203.0.113.${i}`, account: 'ada' });
  void add('bob', { address: '203.0.113.100', account: 'bob' });
  await settled();

  expect(begun).toEqual(['guess 0', 'bob']);
});

test('no more work runs at once than there are places, and the next begins when one has failed', async () => {
  const queue = new FairQueue(1);
  const failing = queue.run(eve, async () => {
    throw new Error('no memory');
  });
  const next = queue.run({ address: '203.0.113.7', account: 'ada' }, async () => 'done');

  await expect(failing).rejects.toThrow('no memory');
  expect(await next).toBe('done');
});
