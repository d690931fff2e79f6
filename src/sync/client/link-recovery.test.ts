import { describe, expect, test } from 'vitest';
import {
  BEAT_INTERVAL_MS,
  CLOSE,
  PROTOCOL_VERSION,
  type Patch,
  type ServerMessage,
} from '#src/sync/protocol.ts';
import { NEWEST_FORMAT } from '#src/sync/wire.ts';
import { LinkBench } from '#src/sync/testing/link-bench.ts';
import { addTasks } from '#src/sync/testing/samples.ts';

const ABNORMAL = 1006;
const hello = {
  type: 'hello',
  protocol: PROTOCOL_VERSION,
  userId: 'ada',
  version: 7,
  loadedAt: 0,
  format: NEWEST_FORMAT,
};

const PAGE: Patch = {
  type: 'patch',
  from: 7,
  to: 8,
  rows: {},
  changes: {},
  outcomes: [],
  rest: { version: 9, rows: 1 },
};

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

  test.each([
    ['a beat', (bench: LinkBench) => bench.socket.receive({ type: 'beat', version: 7 }), ABNORMAL],
    ['a page of a load', (bench: LinkBench) => bench.socket.receive(PAGE), ABNORMAL],
    ['an answer to a batch', (bench: LinkBench) => bench.settle(addTasks(1)), ABNORMAL],
    ['a refusal of one mutation among others', () => {}, CLOSE.BAD_MUTATION],
  ])('[W3] after %s it begins with the shortest wait again', (_, happens, code) => {
    const bench = new LinkBench();
    bench.outbox = addTasks(2);
    bench.link.start();
    waits(bench, 5);
    bench.welcome();
    happens(bench);

    bench.socket.events.closed(code);

    expect(bench.timer.ms).toBe(250);
  });

  test('[W3] a server that has its patch but cannot take the batch is left alone for longer each time', () => {
    const bench = new LinkBench();
    bench.outbox = addTasks(1);
    bench.link.start();

    const told = Array.from({ length: 4 }, () => {
      bench.welcome();
      expect(bench.socket.pushes).toHaveLength(1);
      return waits(bench, 1)[0];
    });

    expect(told).toEqual([250, 500, 1_000, 2_000]);
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
    bench.outbox = addTasks(2);
    bench.open();
    bench.socket.events.closed(CLOSE.MOVE);

    expect(bench.sockets).toHaveLength(2);
    expect(bench.states.slice(-2)).toEqual(['online', 'connecting']);
    bench.welcome();
    expect(bench.socket.pushes).toMatchObject([{ type: 'push', mutations: addTasks(2) }]);
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

    const waited = bench.fallSilent();

    expect(waited).toBeGreaterThan(2 * BEAT_INTERVAL_MS);
    expect(waited).toBeLessThan(3 * BEAT_INTERVAL_MS);
    expect(bench.states.at(-1)).toBe('offline');
    bench.elapse();
    expect(bench.sockets).toHaveLength(2);
  });

  test.each<ServerMessage>([
    { type: 'beat', version: 7 },
    { ...PAGE, to: 7, rest: null },
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

    bench.fallSilent();

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
      bench.outbox = addTasks(1);
      bench.open();

      bench.socket.events.closed(given.code);
      bench.link.flush();

      expect(bench.states.at(-1)).toBe(given.state);
      expect(bench.timers).toEqual([]);

      bench.link.reconnect();
      bench.welcome();
      expect(bench.socket.sent).toMatchObject([hello, { type: 'push', mutations: addTasks(1) }]);
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
    bench.outbox = addTasks(1);
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
