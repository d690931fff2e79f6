import { describe, expect, test } from 'vitest';
import {
  BEAT_INTERVAL_MS,
  CLOSE,
  PROTOCOL_VERSION,
  type Patch,
  type ServerMessage,
} from '#src/sync/protocol.ts';
import { NEWEST_FORMAT } from '#src/sync/wire.ts';
import { LinkHarness } from '#src/sync/testing/link-harness.ts';
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

describe('the recovery of a link', () => {
  /** The next `count` waits in milliseconds, while every attempt fails. */
  function waits(harness: LinkHarness, count: number): number[] {
    return Array.from({ length: count }, () => {
      harness.socket.events.closed(ABNORMAL);
      const { ms } = harness.timer;
      harness.elapse();
      return ms;
    });
  }

  test('the link waits twice as long after each failure, up to half a minute', () => {
    const harness = new LinkHarness();
    harness.random = 1 - Number.EPSILON;
    harness.link.start();

    const [first, ...later] = waits(harness, 10).map(Math.round);

    expect([first, ...later]).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000,
    ]);
  });

  test('the wait is random, and never shorter than half its length', () => {
    const harness = new LinkHarness();
    harness.link.start();

    expect(waits(harness, 3)).toEqual([250, 500, 1_000]);
  });

  test.each([
    ['a beat', (harness: LinkHarness) => harness.socket.receive({ type: 'beat', version: 7 }), ABNORMAL],
    ['a page of a load', (harness: LinkHarness) => harness.socket.receive(PAGE), ABNORMAL],
    ['an answer to a batch', (harness: LinkHarness) => harness.settle(addTasks(1)), ABNORMAL],
    ['a rejection of one mutation among others', () => {}, CLOSE.BAD_MUTATION],
  ])('[W3] after %s the link begins with the shortest wait again', (_, happens, code) => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(2);
    harness.link.start();
    waits(harness, 5);
    harness.welcome();
    happens(harness);

    harness.socket.events.closed(code);

    expect(harness.timer.ms).toBe(250);
  });

  test('[W3] a server that sends a patch but cannot take the batch gets a longer wait each time', () => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(1);
    harness.link.start();

    const told = Array.from({ length: 4 }, () => {
      harness.welcome();
      expect(harness.socket.pushes).toHaveLength(1);
      return waits(harness, 1)[0];
    });

    expect(told).toEqual([250, 500, 1_000, 2_000]);
  });

  test('an open socket without a patch is no success: the waits keep growing', () => {
    const harness = new LinkHarness();
    harness.link.start();
    waits(harness, 3);
    harness.socket.events.opened();

    expect(waits(harness, 1)).toEqual([2_000]);
  });

  test('a reconnect does not wait, and forgets the failures', () => {
    const harness = new LinkHarness();
    harness.link.start();
    waits(harness, 5);
    harness.socket.events.closed(ABNORMAL);

    harness.link.reconnect();

    expect(harness.sockets).toHaveLength(7);
    expect(harness.states.at(-1)).toBe('connecting');
    expect(waits(harness, 1)).toEqual([250]);
  });

  test('[W12] a link that is told to move connects at once, and sends unanswered mutations again', () => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(2);
    harness.open();
    harness.socket.events.closed(CLOSE.MOVE);

    expect(harness.sockets).toHaveLength(2);
    expect(harness.states.slice(-2)).toEqual(['online', 'connecting']);
    harness.welcome();
    expect(harness.socket.pushes).toMatchObject([{ type: 'push', mutations: addTasks(2) }]);
  });

  test('[W12] a link that is told to move before its first patch waits as after any failure', () => {
    const harness = new LinkHarness();
    harness.link.start();
    for (const ms of [250, 500]) {
      harness.socket.events.opened();
      harness.socket.events.closed(CLOSE.MOVE);
      expect(harness.timer.ms).toBe(ms);
      harness.elapse();
    }
  });

  test('the link gives up a server that is silent for more than two beats', () => {
    const harness = new LinkHarness().open();

    const waited = harness.fallSilent();

    expect(waited).toBeGreaterThan(2 * BEAT_INTERVAL_MS);
    expect(waited).toBeLessThan(3 * BEAT_INTERVAL_MS);
    expect(harness.states.at(-1)).toBe('offline');
    harness.elapse();
    expect(harness.sockets).toHaveLength(2);
  });

  test.each<ServerMessage>([
    { type: 'beat', version: 7 },
    { ...PAGE, to: 7, rest: null },
  ])('a $type is a sign of life', (message) => {
    const harness = new LinkHarness().open();
    const before = harness.timer;

    harness.socket.receive(message);

    expect(harness.timer).not.toBe(before);
    expect(harness.timer.ms).toBe(before.ms);
  });

  test('the link gives up a socket that never opens', () => {
    const harness = new LinkHarness();
    harness.link.start();

    harness.fallSilent();

    expect(harness.states).toEqual(['connecting', 'offline']);
  });

  describe('when the device or its user is back', () => {
    test('a socket that brought a frame lately is kept', () => {
      const harness = new LinkHarness().open();
      harness.now += 12_000;
      harness.socket.receive({ type: 'beat', version: 7 });
      harness.now += 12_000;

      harness.link.check();

      expect(harness.sockets).toHaveLength(1);
      expect(harness.socket.closedByLink).toBe(false);
    });

    test('a socket that was silent while the timers stopped is replaced at once', () => {
      const harness = new LinkHarness().open();
      harness.now += 3 * 3_600_000;

      harness.link.check();

      expect(harness.sockets[0]?.closedByLink).toBe(true);
      expect(harness.sockets).toHaveLength(2);
      expect(harness.states.at(-1)).toBe('connecting');
      harness.welcome();
      expect(harness.states.at(-1)).toBe('online');
    });

    test('the wait for the next try ends, and an attempt that has just begun goes on', () => {
      const harness = new LinkHarness().open();
      harness.socket.events.closed(ABNORMAL);

      harness.link.check();
      harness.link.check();

      expect(harness.sockets).toHaveLength(2);
      harness.socket.events.closed(ABNORMAL);
      harness.elapse();
      harness.link.check();
      expect(harness.sockets).toHaveLength(3);
      harness.now += 30_000;
      harness.link.check();
      expect(harness.sockets).toHaveLength(4);
    });

    test.each([CLOSE.SIGN_IN, CLOSE.OTHER_USER, CLOSE.UPGRADE])(
      'a link that waits for the user because of %i goes on waiting',
      (code) => {
        const harness = new LinkHarness().open();
        harness.socket.events.closed(code);

        harness.link.check();
        harness.link.stop();
        harness.link.check();

        expect(harness.sockets).toHaveLength(1);
      },
    );
  });

  test.each([
    { code: CLOSE.SIGN_IN, state: 'signed-out', rule: 'W13' },
    { code: CLOSE.OTHER_USER, state: 'other-user', rule: 'W13' },
    { code: CLOSE.UPGRADE, state: 'upgrade', rule: 'W11' },
  ])(
    '[$rule] close code $code makes the link $state: it waits for the user, and sends when told to connect',
    (given) => {
      const harness = new LinkHarness();
      harness.outbox = addTasks(1);
      harness.open();

      harness.socket.events.closed(given.code);
      harness.link.flush();

      expect(harness.states.at(-1)).toBe(given.state);
      expect(harness.timers).toEqual([]);

      harness.link.reconnect();
      harness.welcome();
      expect(harness.socket.sent).toMatchObject([hello, { type: 'push', mutations: addTasks(1) }]);
    },
  );

  test.each([CLOSE.BAD_MESSAGE, 1000, 1001, ABNORMAL, 1011, 1013])(
    'after close code %i the link tries again',
    (code) => {
      const harness = new LinkHarness().open();

      harness.socket.events.closed(code);

      expect(harness.states.at(-1)).toBe('offline');
      harness.elapse();
      expect(harness.sockets).toHaveLength(2);
    },
  );

  test('a stopped link does nothing more', () => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(1);
    harness.open();

    harness.link.stop();
    harness.link.flush();
    harness.link.pull();
    harness.link.reconnect();
    harness.link.fail();

    expect(harness.socket.closedByLink).toBe(true);
    expect(harness.sockets).toHaveLength(1);
    expect(harness.socket.sent).toHaveLength(2);
    expect(harness.timers).toEqual([]);
  });
});
