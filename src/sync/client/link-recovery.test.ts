import { describe, expect, test } from 'vitest';
import type { Mutation } from '#src/mutators/index.ts';
import { BEAT_INTERVAL_MS, CLOSE, MAX_BATCH, PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import { LinkBench } from '#src/sync/testing/link-bench.ts';
import { addTask } from '#src/sync/testing/samples.ts';

const ABNORMAL = 1006;
const tasks = (count: number, first = 1) => Array.from({ length: count }, (_, i) => addTask(first + i));
const hello = { type: 'hello', protocol: PROTOCOL_VERSION, userId: 'ada', version: 7, loadedAt: 0 };

describe('how a link keeps up', () => {
  /** The next waits, in milliseconds, while every attempt fails. */
  function waits(bench: LinkBench, count: number): number[] {
    return Array.from({ length: count }, () => {
      bench.socket.events.closed(ABNORMAL);
      const { ms } = bench.timer;
      bench.elapse();
      return ms;
    });
  }

  test('it waits twice as long after each failure, up to half a minute', () => {
    const bench = new LinkBench();
    bench.random = 1 - Number.EPSILON;
    bench.link.start();

    const [first, ...later] = waits(bench, 10).map(Math.round);

    expect([first, ...later]).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000,
    ]);
  });

  test('it waits at random, never less than half as long', () => {
    const bench = new LinkBench();
    bench.link.start();

    expect(waits(bench, 3)).toEqual([250, 500, 1_000]);
  });

  test('after a patch it begins with the shortest wait again', () => {
    const bench = new LinkBench();
    bench.link.start();
    waits(bench, 5);
    bench.socket.events.opened();
    bench.socket.acknowledge();

    expect(waits(bench, 1)).toEqual([250]);
  });

  test('an open socket without a patch is no success: the waits grow on', () => {
    const bench = new LinkBench();
    bench.link.start();
    waits(bench, 3);
    bench.socket.events.opened();

    expect(waits(bench, 1)).toEqual([2_000]);
  });

  test('a reconnect does not wait, and forgets the failures', () => {
    const bench = new LinkBench();
    bench.link.start();
    waits(bench, 5);
    bench.socket.events.closed(ABNORMAL);

    bench.link.reconnect();

    expect(bench.sockets).toHaveLength(7);
    expect(bench.states.at(-1)).toBe('connecting');
    expect(waits(bench, 1)).toEqual([250]);
  });

  test('[W12] told to move, it connects at once, and sends again what was not answered', () => {
    const bench = new LinkBench();
    bench.outbox = tasks(2);
    bench.open();
    bench.socket.events.closed(CLOSE.MOVE);

    expect(bench.sockets).toHaveLength(2);
    expect(bench.states.slice(-2)).toEqual(['online', 'connecting']);
    bench.welcome();
    expect(bench.socket.pushes).toMatchObject([{ type: 'push', mutations: tasks(2) }]);
  });

  test('[W12] told to move by who had nothing else to say, it waits as after any failure', () => {
    const bench = new LinkBench();
    bench.link.start();
    for (const ms of [250, 500]) {
      bench.socket.events.opened();
      bench.socket.events.closed(CLOSE.MOVE);
      expect(bench.timer.ms).toBe(ms);
      bench.elapse();
    }
  });

  test('a server that is silent for more than two beats is given up', () => {
    const bench = new LinkBench().open();
    expect(bench.timer.ms).toBeGreaterThan(2 * BEAT_INTERVAL_MS);
    expect(bench.timer.ms).toBeLessThan(3 * BEAT_INTERVAL_MS);

    bench.elapse();

    expect(bench.socket.closedByLink).toBe(true);
    expect(bench.states.at(-1)).toBe('offline');
    bench.elapse();
    expect(bench.sockets).toHaveLength(2);
  });

  test.each([
    { type: 'beat', version: 7 },
    { type: 'patch', from: 7, to: 7, collections: [], tasks: [], outcomes: [] },
  ])('a $type is a sign of life', (message) => {
    const bench = new LinkBench().open();
    const before = bench.timer;

    bench.socket.receive(message);

    expect(bench.timer).not.toBe(before);
    expect(bench.timer.ms).toBe(before.ms);
  });

  test('a socket that never opens is given up as well', () => {
    const bench = new LinkBench();
    bench.link.start();

    bench.elapse();

    expect(bench.socket.closedByLink).toBe(true);
    expect(bench.states).toEqual(['connecting', 'offline']);
  });

  describe('when the device or its user is back', () => {
    test('a socket that brought something lately is kept', () => {
      const bench = new LinkBench().open();
      bench.now += 12_000;
      bench.socket.receive({ type: 'beat', version: 7 });
      bench.now += 12_000;

      bench.link.check();

      expect(bench.sockets).toHaveLength(1);
      expect(bench.socket.closedByLink).toBe(false);
    });

    test('one that was silent while the timers stood still is replaced at once', () => {
      const bench = new LinkBench().open();
      bench.now += 3 * 3_600_000;

      bench.link.check();

      expect(bench.sockets[0]?.closedByLink).toBe(true);
      expect(bench.sockets).toHaveLength(2);
      expect(bench.states.at(-1)).toBe('connecting');
      bench.welcome();
      expect(bench.states.at(-1)).toBe('online');
    });

    test('a wait to try again ends, and an attempt that has just begun goes on', () => {
      const bench = new LinkBench().open();
      bench.socket.events.closed(ABNORMAL);

      bench.link.check();
      bench.link.check();

      expect(bench.sockets).toHaveLength(2);
      bench.socket.events.closed(ABNORMAL);
      bench.elapse();
      bench.link.check();
      expect(bench.sockets).toHaveLength(3);
      bench.now += 30_000;
      bench.link.check();
      expect(bench.sockets).toHaveLength(4);
    });

    test.each([CLOSE.SIGN_IN, CLOSE.OTHER_USER, CLOSE.UPGRADE])(
      'one that waits for the user because of %i goes on waiting',
      (code) => {
        const bench = new LinkBench().open();
        bench.socket.events.closed(code);

        bench.link.check();
        bench.link.stop();
        bench.link.check();

        expect(bench.sockets).toHaveLength(1);
      },
    );
  });

  test.each([
    { code: CLOSE.SIGN_IN, state: 'signed-out', rule: 'W13' },
    { code: CLOSE.OTHER_USER, state: 'other-user', rule: 'W13' },
    { code: CLOSE.UPGRADE, state: 'upgrade', rule: 'W11' },
  ])(
    '[$rule] close code $code makes it $state: it waits for the user, and sends when told to connect',
    (given) => {
      const bench = new LinkBench();
      bench.outbox = tasks(1);
      bench.open();

      bench.socket.events.closed(given.code);
      bench.link.flush();

      expect(bench.states.at(-1)).toBe(given.state);
      expect(bench.timers).toEqual([]);

      bench.link.reconnect();
      bench.welcome();
      expect(bench.socket.sent).toMatchObject([hello, { type: 'push', mutations: tasks(1) }]);
    },
  );

  test.each([CLOSE.BAD_MESSAGE, 1000, 1001, ABNORMAL, 1011, 1013])(
    'close code %i makes it try again',
    (code) => {
      const bench = new LinkBench().open();

      bench.socket.events.closed(code);

      expect(bench.states.at(-1)).toBe('offline');
      bench.elapse();
      expect(bench.sockets).toHaveLength(2);
    },
  );

  test('stopped, it does nothing more', () => {
    const bench = new LinkBench();
    bench.outbox = tasks(1);
    bench.open();

    bench.link.stop();
    bench.link.flush();
    bench.link.pull();
    bench.link.reconnect();
    bench.link.fail();

    expect(bench.socket.closedByLink).toBe(true);
    expect(bench.sockets).toHaveLength(1);
    expect(bench.socket.sent).toHaveLength(2);
    expect(bench.timers).toEqual([]);
  });
});

/** One that neither the server nor this app knows. */
const bad = (n: number) => ({ ...addTask(n), name: 'task.explode' }) as unknown as Mutation;

describe('a mutation that the server will never take', () => {
  /** `count` mutations, those with the numbers `broken` bad. */
  const tasksWith = (count: number, ...broken: readonly number[]) =>
    tasks(count).map((mutation, i) => (broken.includes(i + 1) ? bad(i + 1) : mutation));

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

    bench.outbox = tasks(50, 100);
    bench.link.flush();

    expect(bench.socket.pushes.at(-1)?.mutations).toEqual(tasks(50, 100));
  });

  test('is not looked for when the server takes the same batch later', () => {
    const bench = new LinkBench();
    bench.outbox = tasks(10);
    bench.open();
    bench.socket.events.closed(CLOSE.BAD_MUTATION);
    bench.elapse();

    play(bench, []);
    bench.outbox = tasks(50, 100);
    bench.link.flush();

    expect(bench.unsendable).toEqual([]);
    expect(bench.socket.pushes.at(-1)?.mutations).toEqual(tasks(50, 100));
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

  test('is tried at once on the next connection, which may be to a newer server', () => {
    const bench = refused();

    bench.socket.events.closed(ABNORMAL);
    bench.elapse();
    bench.welcome();

    expect(bench.socket.pushes.at(-1)?.mutations).toEqual([newer, after]);
  });
});
