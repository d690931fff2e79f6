import { describe, expect, test } from 'vitest';
import type { Mutation } from '#src/mutators/index.ts';
import { CLOSE, MAX_BATCH } from '#src/sync/protocol.ts';
import { LinkBench } from '#src/sync/testing/link-bench.ts';
import { addTask, addTasks } from '#src/sync/testing/samples.ts';

/** One that neither the server nor this app knows. */
const bad = (n: number) => ({ ...addTask(n), name: 'task.explode' }) as unknown as Mutation;

describe('a mutation that the server will never take', () => {
  /** `count` mutations, those with the numbers `broken` bad. */
  const tasksWith = (count: number, ...broken: readonly number[]) =>
    addTasks(count).map((mutation, i) => (broken.includes(i + 1) ? bad(i + 1) : mutation));

  /** Plays the server until all is settled: it closes the socket on any batch with one of `refused`. Returns the attempts. */
  function play(bench: LinkBench, refused: readonly Mutation[]): number {
    const badIds = new Set(refused.map(({ id }) => id));
    for (let attempts = 1; attempts < 1_000; attempts++) {
      bench.welcome();
      for (let push = bench.socket.pushes.at(-1); push; push = bench.socket.pushes.at(-1)) {
        if (push.mutations.some(({ id }) => badIds.has(id))) break;
        bench.settle(push.mutations);
        if (push === bench.socket.pushes.at(-1)) break;
      }
      if (bench.outbox.length === 0) return attempts;
      bench.socket.events.closed(CLOSE.BAD_MUTATION);
      for (const mutation of bench.unsendable) bench.settle([mutation]);
      bench.elapse();
    }
    throw new Error('It does not come to an end.');
  }

  test('is found among those sent with it, and is the only one given up', () => {
    const bench = new LinkBench();
    bench.outbox = tasksWith(40, 7, 8, 40);
    const broken = [bad(7), bad(8), bad(40)];
    bench.link.start();

    play(bench, broken);

    expect(bench.unsendable).toEqual(broken);
  });

  test('is found in few attempts among many', () => {
    const bench = new LinkBench();
    bench.outbox = tasksWith(MAX_BATCH, MAX_BATCH);
    bench.link.start();

    const attempts = play(bench, [bad(MAX_BATCH)]);

    expect(bench.unsendable).toEqual([bad(MAX_BATCH)]);
    // Halving: 500 takes 9 refusals to come down to one.
    expect(attempts).toBeLessThan(15);
  });

  test('does not make later batches small', () => {
    const bench = new LinkBench();
    bench.outbox = tasksWith(10, 4);
    bench.link.start();
    play(bench, [bad(4)]);

    bench.outbox = addTasks(50, 100);
    bench.link.flush();

    expect(bench.socket.pushes.at(-1)?.mutations).toEqual(addTasks(50, 100));
  });

  test('is not looked for when the server takes the same batch later', () => {
    const bench = new LinkBench();
    bench.outbox = addTasks(10);
    bench.open();
    bench.socket.events.closed(CLOSE.BAD_MUTATION);
    bench.elapse();

    play(bench, []);
    bench.outbox = addTasks(50, 100);
    bench.link.flush();

    expect(bench.unsendable).toEqual([]);
    expect(bench.socket.pushes.at(-1)?.mutations).toEqual(addTasks(50, 100));
  });
});

describe('[W11] a mutation that this app knows and the server does not, as it is an older one', () => {
  const [before, newer, after] = [addTask(1), addTask(2), addTask(3)];

  /** The server has taken what came before `newer`, and refused that. */
  function refused(): LinkBench {
    const bench = new LinkBench();
    bench.outbox = [before, newer, after];
    bench.open();
    for (const batch of [[before, newer, after], [before, newer], [before]]) {
      expect(bench.socket.pushes.at(-1)?.mutations).toEqual(batch);
      if (batch.length === 1) break;
      bench.socket.events.closed(CLOSE.BAD_MUTATION);
      bench.elapse();
      bench.welcome();
    }
    bench.settle([before]);
    expect(bench.socket.pushes.at(-1)?.mutations).toEqual([newer]);
    bench.socket.events.closed(CLOSE.BAD_MUTATION);
    bench.elapse();
    return bench.welcome();
  }

  test('is not given up: it waits, with what came after it, while the link is in step', () => {
    const bench = refused();

    bench.link.flush();

    expect(bench.unsendable).toEqual([]);
    expect(bench.socket.pushes).toEqual([]);
    expect(bench.states.at(-1)).toBe('online');
  });

  test('is tried again after four beats, in case the server has been replaced', () => {
    const bench = refused();
    const beat = () => bench.socket.receive({ type: 'beat', version: 7 });
    for (let n = 1; n <= 3; n++) beat();
    expect(bench.socket.pushes).toEqual([]);

    beat();

    expect(bench.socket.pushes).toMatchObject([{ type: 'push', mutations: [newer, after] }]);
    bench.settle([newer, after]);
    expect(bench.unsendable).toEqual([]);
  });

  test.each([
    { end: 'was closed', breakOff: (bench: LinkBench) => bench.socket.events.closed(1006) },
    { end: 'fell silent', breakOff: (bench: LinkBench) => void bench.fallSilent() },
  ])('is tried at once after a connection that $end: the next may be to a newer server', ({ breakOff }) => {
    const bench = refused();

    breakOff(bench);
    bench.elapse();
    bench.welcome();

    expect(bench.socket.pushes.at(-1)?.mutations).toEqual([newer, after]);
  });
});
