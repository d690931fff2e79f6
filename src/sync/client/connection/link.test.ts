import { describe, expect, test } from 'vitest';
import { EFFECTS } from '#src/tables/effects.ts';
import type { Mutation } from '#src/tables/operations.ts';
import {
  CLOSE,
  MAX_BATCH,
  MAX_FRAME_BYTES,
  PROTOCOL_VERSION,
  type Patch,
  type Rest,
} from '#src/sync/protocol.ts';
import { NEWEST_FORMAT } from '#src/sync/wire.ts';
import { LinkHarness } from '#src/sync/testing/link-harness.ts';
import { Random } from '#src/sync/testing/random.ts';
import { addTask, addTasks, task } from '#src/sync/testing/samples.ts';

const ABNORMAL = 1006;
const hello = {
  type: 'hello',
  effects: EFFECTS,
  protocol: PROTOCOL_VERSION,
  userId: 'ada',
  version: 7,
  loadedAt: 0,
  format: NEWEST_FORMAT,
};

function page(from: number, to: number, rest: Rest | null): Patch {
  return { type: 'patch', from, to, rows: {}, changes: {}, outcomes: [], rest };
}

describe('the frames that a link sends', () => {
  test('hello goes first, with the version of the rows; the outbox goes once the first patch is stored', () => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(2);
    harness.link.start();
    harness.socket.events.opened();
    harness.link.flush();
    expect(harness.socket.sent).toEqual([hello]);

    harness.socket.acknowledge();
    harness.settle([]);

    expect(harness.socket.sent).toMatchObject([hello, { type: 'push', mutations: addTasks(2) }]);
  });

  test('[W16] after a page the link pulls the next one, and it pushes nothing before the last page', () => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(1);
    harness.link.start();
    harness.socket.events.opened();

    for (const to of [3, 5]) {
      harness.socket.receive(page(to - 2, to, { version: 6, rows: 6 - to }));
      harness.settle([]);
      harness.link.pull();
    }
    expect(harness.socket.sent).toEqual([hello, { type: 'pull', version: 3 }, { type: 'pull', version: 5 }]);

    harness.socket.receive(page(5, 6, null));
    harness.settle([]);

    expect(harness.socket.sent.slice(3)).toMatchObject([{ type: 'push', mutations: addTasks(1) }]);
    expect(harness.patches.map(({ to }) => to)).toEqual([3, 5, 6]);
  });

  test('[W16] after a break between two pages, the next connection begins at the version of the device', () => {
    const harness = new LinkHarness();
    harness.link.start();
    harness.socket.events.opened();
    harness.socket.receive(page(0, 3, { version: 6, rows: 3 }));
    harness.version = 3;
    harness.loadedAt = 6;
    harness.socket.events.closed(ABNORMAL);
    harness.outbox = addTasks(1);
    harness.elapse();
    harness.socket.events.opened();
    harness.link.flush();

    expect(harness.socket.sent).toEqual([{ ...hello, version: 3, loadedAt: 6 }]);
  });

  test('nothing goes before the socket is open', () => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(1);
    harness.link.start();
    harness.link.flush();
    harness.link.pull();

    expect(harness.socket.sent).toEqual([]);
  });

  test('[W4] one batch is in flight at a time: the next goes when all outcomes of the last are stored', () => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(2);
    harness.open();
    harness.outbox.push(addTask(3));
    harness.link.flush();
    harness.socket.acknowledge(...addTasks(2).map(({ id }) => ({ id, rejection: null })));
    expect(harness.socket.pushes).toHaveLength(1);

    harness.settle(addTasks(1));
    expect(harness.socket.pushes).toHaveLength(1);
    harness.settle(addTasks(1, 2));

    expect(harness.socket.pushes.map(({ mutations }) => mutations)).toEqual([addTasks(2), addTasks(1, 3)]);
  });

  test('each batch says how long its oldest mutation has waited on the device: 0 when the clock was put back', () => {
    const harness = new LinkHarness();
    const made = Date.UTC(2026, 5, 15);
    const random = new Random(1);
    const [first, second, third] = addTasks(3).map((mutation) => ({ ...mutation, id: random.uuid(made) }));
    harness.outbox = [first!, second!];
    harness.now = made + 86_400_000;
    harness.open();
    harness.outbox.push(third!);
    harness.now = made - 5_000;
    harness.settle([first!, second!]);

    expect(harness.socket.pushes.map(({ waited }) => waited)).toEqual([86_400_000, 0]);
  });

  test('[W4] a batch holds at most MAX_BATCH mutations, oldest first', () => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(MAX_BATCH + 20);
    harness.open();
    expect(harness.socket.pushes[0]?.mutations).toEqual(addTasks(MAX_BATCH));

    harness.settle(addTasks(MAX_BATCH));

    expect(harness.socket.pushes[1]?.mutations).toEqual(addTasks(20, MAX_BATCH + 1));
  });

  test.each(['x', '漢', '🌻', '\u0001'])(
    '[W4] a batch of long texts of %j stays within the limit of a frame',
    (char) => {
      const harness = new LinkHarness();
      const description = char.repeat(16_384 / char.length);
      harness.outbox = Array.from({ length: 100 }, (_, i) => addTask(i, task(i, { description })));
      harness.open();
      let pushed: Mutation[] = [];

      for (let round = 0; harness.outbox.length > 0 && round < 100; round++) {
        const push = harness.socket.pushes.at(-1)!;
        expect(Buffer.byteLength(JSON.stringify(push))).toBeLessThanOrEqual(MAX_FRAME_BYTES);
        expect(push.mutations.length).toBeGreaterThan(0);
        pushed = [...pushed, ...push.mutations];
        harness.settle(push.mutations);
      }

      expect(pushed.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, i) => addTask(i).id));
    },
  );

  test('[W4] a batch in flight when the socket breaks is sent again, with newer mutations', () => {
    const harness = new LinkHarness();
    harness.outbox = addTasks(2);
    harness.open();
    harness.socket.events.closed(ABNORMAL);
    harness.outbox.push(addTask(3));
    harness.link.flush();

    harness.elapse();
    harness.welcome();

    expect(harness.sockets).toHaveLength(2);
    expect(harness.socket.sent).toMatchObject([hello, { type: 'push', mutations: addTasks(3) }]);
  });

  test('a pull names the current version of the rows', () => {
    const harness = new LinkHarness().open();
    harness.version = 9;
    harness.link.pull();

    expect(harness.socket.sent.at(-1)).toEqual({ type: 'pull', version: 9 });
  });
});

describe('the frames that a link receives', () => {
  test('a patch puts the link online, and the link hands over patches and beats', () => {
    const harness = new LinkHarness();
    harness.link.start();
    harness.socket.events.opened();
    expect(harness.states).toEqual(['connecting']);

    harness.socket.acknowledge();
    harness.socket.receive({ type: 'beat', version: 12 });

    expect(harness.states).toEqual(['connecting', 'online']);
    expect(harness.patches).toHaveLength(1);
    expect(harness.beats).toEqual([12]);
  });

  test.each(['', 'nonsense', '[]', '{"type":"hello"}'])(
    '%j is no message: the link connects again after a wait',
    (frame) => {
      const harness = new LinkHarness().open();

      harness.socket.receive(frame);

      expect(harness.socket.closedByLink).toBe(true);
      expect(harness.states.at(-1)).toBe('offline');
      harness.elapse();
      expect(harness.sockets).toHaveLength(2);
    },
  );

  test('the link ignores a socket that it gave up', () => {
    const harness = new LinkHarness();
    harness.link.start();
    const old = harness.socket;
    harness.link.reconnect();
    harness.socket.events.opened();

    old.acknowledge();
    old.events.closed(CLOSE.SIGN_IN);
    old.events.opened();

    expect(harness.patches).toEqual([]);
    expect(harness.states).toEqual(['connecting']);
    expect(harness.socket.sent).toEqual([hello]);
  });
});
