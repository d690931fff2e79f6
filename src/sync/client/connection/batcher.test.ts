import { describe, expect, test } from 'vitest';
import type { Mutation } from '#src/tables/operations.ts';
import { CLOSE, MAX_BATCH } from '#src/sync/protocol.ts';
import { LinkHarness } from '#src/sync/testing/link-harness.ts';
import { addTask, addTasks } from '#src/sync/testing/samples.ts';

/** A mutation that neither the server nor this app knows. */
const bad = (n: number) => ({ ...addTask(n), name: 'task.explode' }) as unknown as Mutation;

describe('a mutation that the server will never take', () => {
  /** `count` mutations. The ones numbered in `broken` are bad. */
  const tasksWith = (count: number, ...broken: readonly number[]) =>
    addTasks(count).map((mutation, i) => (broken.includes(i + 1) ? bad(i + 1) : mutation));

  /**
   * Plays the server until every mutation is settled. The server closes the socket on each batch that holds one of
   * `rejected`. Returns the number of attempts.
   */
  function play(harness: LinkHarness, rejected: readonly Mutation[]): number {
    const badIds = new Set(rejected.map(({ id }) => id));
    for (let attempts = 1; attempts < 1_000; attempts++) {
      harness.welcome();
      for (let push = harness.socket.pushes.at(-1); push; push = harness.socket.pushes.at(-1)) {
        if (push.mutations.some(({ id }) => badIds.has(id))) break;
        harness.settle(push.mutations);
        if (push === harness.socket.pushes.at(-1)) break;
      }
      if (harness.outbox.length === 0) return attempts;
      harness.socket.events.closed(CLOSE.BAD_MUTATION);
      for (const mutation of harness.unsendable) harness.settle([mutation]);
      harness.elapse();
    }
    throw new Error('It does not come to an end.');
  }

  test('is found in its batch, and no other mutation is given up', () => {
    const harness = new LinkHarness();
    harness.outbox = tasksWith(40, 7, 8, 40);
    const broken = [bad(7), bad(8), bad(40)];
    harness.link.start();

    play(harness, broken);

    expect(harness.unsendable).toEqual(broken);
  });

  test('is found in few attempts in a full batch', () => {
    const harness = new LinkHarness();
    harness.outbox = tasksWith(MAX_BATCH, MAX_BATCH);
    harness.link.start();

    const attempts = play(harness, [bad(MAX_BATCH)]);

    expect(harness.unsendable).toEqual([bad(MAX_BATCH)]);
    // Halving 500 mutations down to one takes 9 rejections.
    expect(attempts).toBeLessThan(15);
  });

  test('does not make later batches small', () => {
    const harness = new LinkHarness();
    harness.outbox = tasksWith(10, 4);
    harness.link.start();
    play(harness, [bad(4)]);

    harness.outbox = addTasks(50, 100);
    harness.link.flush();

    expect(harness.socket.pushes.at(-1)?.mutations).toEqual(addTasks(50, 100));
  });

  test('is not searched for once the server takes the same batch', () => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(10);
    harness.open();
    harness.socket.events.closed(CLOSE.BAD_MUTATION);
    harness.elapse();

    play(harness, []);
    harness.outbox = addTasks(50, 100);
    harness.link.flush();

    expect(harness.unsendable).toEqual([]);
    expect(harness.socket.pushes.at(-1)?.mutations).toEqual(addTasks(50, 100));
  });
});

describe('[W11] a mutation that this app knows and an older server does not', () => {
  const [before, newer, after] = [addTask(1), addTask(2), addTask(3)];

  /** A link whose server has taken `before` and rejected `newer`. */
  function rejected(): LinkHarness {
    const harness = new LinkHarness();
    harness.outbox = [before, newer, after];
    harness.open();
    for (const batch of [[before, newer, after], [before, newer], [before]]) {
      expect(harness.socket.pushes.at(-1)?.mutations).toEqual(batch);
      if (batch.length === 1) break;
      harness.socket.events.closed(CLOSE.BAD_MUTATION);
      harness.elapse();
      harness.welcome();
    }
    harness.settle([before]);
    expect(harness.socket.pushes.at(-1)?.mutations).toEqual([newer]);
    harness.socket.events.closed(CLOSE.BAD_MUTATION);
    harness.elapse();
    return harness.welcome();
  }

  test('is not given up: it waits with all later mutations while the link is in step', () => {
    const harness = rejected();

    harness.link.flush();

    expect(harness.unsendable).toEqual([]);
    expect(harness.socket.pushes).toEqual([]);
    expect(harness.states.at(-1)).toBe('online');
  });

  test('is sent again after four beats: the server may have been replaced', () => {
    const harness = rejected();
    const beat = () => harness.socket.receive({ type: 'beat', version: 7 });
    for (let n = 1; n <= 3; n++) beat();
    expect(harness.socket.pushes).toEqual([]);

    beat();

    expect(harness.socket.pushes).toMatchObject([{ type: 'push', mutations: [newer, after] }]);
    harness.settle([newer, after]);
    expect(harness.unsendable).toEqual([]);
  });

  test.each([
    { end: 'was closed', breakOff: (harness: LinkHarness) => harness.socket.events.closed(1006) },
    { end: 'fell silent', breakOff: (harness: LinkHarness) => void harness.fallSilent() },
  ])('is sent at once after a connection that $end: the next server may be newer', ({ breakOff }) => {
    const harness = rejected();

    breakOff(harness);
    harness.elapse();
    harness.welcome();

    expect(harness.socket.pushes.at(-1)?.mutations).toEqual([newer, after]);
  });
});
