import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { forEachTest } from '#src/server/webhooks/testing/for-each-test.ts';
import type { Receiver } from '#src/server/webhooks/testing/receiver.ts';
import type { TellingServer } from '#src/server/webhooks/testing/telling-server.ts';
import { addCollection, addTasks, mutation, sampleId } from '#src/sync/testing/samples.ts';

const NOW = Date.parse('2026-06-15T07:00:00Z');
const FIRST = 1_001;

/** Pushes between two looks, each as the numbers of its first task and of its tasks. */
const TABLE: readonly (readonly (readonly [first: number, count: number])[])[] = [
  [[0, 251]],
  [[0, 600]],
  [[0, 1_000]],
  [
    [0, 600],
    [600, 1_000],
    [1_600, 251],
  ],
  [
    [0, 240],
    [240, 30],
    [270, 600],
    [870, 1],
  ],
  // Some tasks are in both.
  [
    [0, 600],
    [300, 600],
  ],
];

describeEachEngine('large pushes and webhooks', (engine) => {
  let receiver: Receiver;
  let server: TellingServer;
  forEachTest(engine, NOW, (parts) => ({ receiver, server } = parts));

  let next = 100_000;
  const edit = (first: number, count: number, changes: object) =>
    Array.from({ length: count }, (_, n) =>
      mutation(next++, 'task.edit', { id: sampleId('task', FIRST + first + n), changes, at: NOW }),
    );

  async function userWithTasks(count: number): Promise<string> {
    const userId = randomUUID();
    await server.push(userId, addCollection(1), ...addTasks(count, FIRST));
    await server.add(userId, 'view all', receiver);
    expect(receiver.told).toEqual([]);
    return userId;
  }
  /** The numbers of the tasks that were told as changed since, in order. */
  function changed(): number[] {
    const ids = receiver.messages.flatMap(({ data }) =>
      data.events.map(({ event, id }) => `${event} ${Number(id.slice(-12)) - FIRST}`),
    );
    expect(ids.filter((id) => !id.startsWith('changed '))).toEqual([]);
    return ids.map((id) => Number(id.slice('changed '.length))).toSorted((a, b) => a - b);
  }

  // Pushes of different times, and of the same time.
  const cases = TABLE.flatMap((pushes) =>
    (pushes.length > 1 ? [1, 0] : [1]).map((ms) => [pushes, ms] as const),
  );
  test.for(cases)(
    '[A5] changes in pushes of %j, %i ms apart, are each told once',
    async ([pushes, apart]) => {
      const all = Math.max(...pushes.map(([first, count]) => first + count));
      const userId = await userWithTasks(all);

      for (const [first, count] of pushes) {
        await server.push(userId, ...edit(first, count, { description: `By push ${next}` }));
        server.clock.now += apart;
      }
      await server.settle();
      await server.settle();

      expect(changed()).toEqual(Array.from({ length: all }, (_, n) => n));
      expect([receiver.problems, server.errors]).toEqual([[], []]);
    },
  );

  test('[A5] a large push of the same values tells nothing, also after one that changed them', async () => {
    const userId = await userWithTasks(600);
    await server.push(userId, ...edit(0, 600, { description: 'New' }));
    await server.settle();
    expect(changed()).toHaveLength(600);

    await server.push(userId, ...edit(0, 600, { description: 'New' }));
    await server.settle();

    expect(changed()).toHaveLength(600);
    expect([receiver.problems, server.errors]).toEqual([[], []]);
  });
});
