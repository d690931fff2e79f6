import { describe, expect, test } from 'vitest';
import type { Mutation } from '#src/mutators/index.ts';
import {
  CLOSE,
  MAX_BATCH,
  MAX_FRAME_BYTES,
  PROTOCOL_VERSION,
  type Patch,
  type Rest,
} from '#src/sync/protocol.ts';
import { NEWEST_FORMAT } from '#src/sync/wire.ts';
import { LinkBench } from '#src/sync/testing/link-bench.ts';
import { Random } from '#src/sync/testing/random.ts';
import { addTask, addTasks, task } from '#src/sync/testing/samples.ts';

const ABNORMAL = 1006;
const hello = {
  type: 'hello',
  protocol: PROTOCOL_VERSION,
  userId: 'ada',
  version: 7,
  loadedAt: 0,
  format: NEWEST_FORMAT,
};

function page(from: number, to: number, rest: Rest | null): Patch {
  return { type: 'patch', from, to, rows: {}, changes: {}, outcomes: [], rest };
}

describe('what a link sends', () => {
  test('hello first, with the version of the rows; what waits when the first patch is stored', () => {
    const bench = new LinkBench();
    bench.outbox = addTasks(2);
    bench.link.start();
    bench.socket.events.opened();
    bench.link.flush();
    expect(bench.socket.sent).toEqual([hello]);

    bench.socket.acknowledge();
    bench.settle([]);

    expect(bench.socket.sent).toMatchObject([hello, { type: 'push', mutations: addTasks(2) }]);
  });

  test('[W16] after a page it pulls the next, and nothing is pushed before the last: its rows may be in one of them', () => {
    const bench = new LinkBench();
    bench.outbox = addTasks(1);
    bench.link.start();
    bench.socket.events.opened();

    for (const to of [3, 5]) {
      bench.socket.receive(page(to - 2, to, { version: 6, rows: 6 - to }));
      bench.settle([]);
      bench.link.pull();
    }
    expect(bench.socket.sent).toEqual([hello, { type: 'pull', version: 3 }, { type: 'pull', version: 5 }]);

    bench.socket.receive(page(5, 6, null));
    bench.settle([]);

    expect(bench.socket.sent.slice(3)).toMatchObject([{ type: 'push', mutations: addTasks(1) }]);
    expect(bench.patches.map(({ to }) => to)).toEqual([3, 5, 6]);
  });

  test('[W16] a connection that broke between two pages begins where the device stands by then', () => {
    const bench = new LinkBench();
    bench.link.start();
    bench.socket.events.opened();
    bench.socket.receive(page(0, 3, { version: 6, rows: 3 }));
    bench.version = 3;
    bench.loadedAt = 6;
    bench.socket.events.closed(ABNORMAL);
    bench.outbox = addTasks(1);
    bench.elapse();
    bench.socket.events.opened();
    bench.link.flush();

    expect(bench.socket.sent).toEqual([{ ...hello, version: 3, loadedAt: 6 }]);
  });

  test('[W16] a patch without rest, from a server of before there were pages, is whole', () => {
    const bench = new LinkBench();
    bench.outbox = addTasks(1);
    bench.link.start();
    bench.socket.events.opened();
    bench.socket.receive(
      JSON.stringify({ type: 'patch', from: 7, to: 9, collections: [], tasks: [], outcomes: [] }),
    );
    bench.settle([]);

    expect(bench.socket.sent).toMatchObject([hello, { type: 'push', mutations: addTasks(1) }]);
  });

  test('nothing before the socket is open, however often it is asked', () => {
    const bench = new LinkBench();
    bench.outbox = addTasks(1);
    bench.link.start();
    bench.link.flush();
    bench.link.pull();

    expect(bench.socket.sent).toEqual([]);
  });

  test('[W4] one batch is in flight: the next goes when all outcomes of the last are stored', () => {
    const bench = new LinkBench();
    bench.outbox = addTasks(2);
    bench.open();
    bench.outbox.push(addTask(3));
    bench.link.flush();
    bench.socket.acknowledge(...addTasks(2).map(({ id }) => ({ id, rejection: null })));
    expect(bench.socket.pushes).toHaveLength(1);

    bench.settle(addTasks(1));
    expect(bench.socket.pushes).toHaveLength(1);
    bench.settle(addTasks(1, 2));

    expect(bench.socket.pushes.map(({ mutations }) => mutations)).toEqual([addTasks(2), addTasks(1, 3)]);
  });

  test('with each batch how long the oldest of it has been on the device, which is nothing by a clock that was put back', () => {
    const bench = new LinkBench();
    const made = Date.UTC(2026, 5, 15);
    const random = new Random(1);
    const [first, second, third] = addTasks(3).map((mutation) => ({ ...mutation, id: random.uuid(made) }));
    bench.outbox = [first!, second!];
    bench.now = made + 86_400_000;
    bench.open();
    bench.outbox.push(third!);
    bench.now = made - 5_000;
    bench.settle([first!, second!]);

    expect(bench.socket.pushes.map(({ waited }) => waited)).toEqual([86_400_000, 0]);
  });

  test('[W4] a batch holds so many mutations at most, the oldest first', () => {
    const bench = new LinkBench();
    bench.outbox = addTasks(MAX_BATCH + 20);
    bench.open();
    expect(bench.socket.pushes[0]?.mutations).toEqual(addTasks(MAX_BATCH));

    bench.settle(addTasks(MAX_BATCH));

    expect(bench.socket.pushes[1]?.mutations).toEqual(addTasks(20, MAX_BATCH + 1));
  });

  test.each(['x', '漢', '🌻', '\u0001'])(
    '[W4] a batch of long texts of %j stays below the longest frame',
    (char) => {
      const bench = new LinkBench();
      const description = char.repeat(16_384 / char.length);
      bench.outbox = Array.from({ length: 100 }, (_, i) => addTask(i, task(i, { description })));
      bench.open();
      let pushed: Mutation[] = [];

      for (let round = 0; bench.outbox.length > 0 && round < 100; round++) {
        const push = bench.socket.pushes.at(-1)!;
        expect(Buffer.byteLength(JSON.stringify(push))).toBeLessThanOrEqual(MAX_FRAME_BYTES);
        expect(push.mutations.length).toBeGreaterThan(0);
        pushed = [...pushed, ...push.mutations];
        bench.settle(push.mutations);
      }

      expect(pushed.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, i) => addTask(i).id));
    },
  );

  test('[W4] what was in flight when the socket broke is sent again, with what came since', () => {
    const bench = new LinkBench();
    bench.outbox = addTasks(2);
    bench.open();
    bench.socket.events.closed(ABNORMAL);
    bench.outbox.push(addTask(3));
    bench.link.flush();

    bench.elapse();
    bench.welcome();

    expect(bench.sockets).toHaveLength(2);
    expect(bench.socket.sent).toMatchObject([hello, { type: 'push', mutations: addTasks(3) }]);
  });

  test('a pull names the version that the rows are at by then', () => {
    const bench = new LinkBench().open();
    bench.version = 9;
    bench.link.pull();

    expect(bench.socket.sent.at(-1)).toEqual({ type: 'pull', version: 9 });
  });
});

describe('what a link receives', () => {
  test('a patch makes it online, and is handed over; so is a beat', () => {
    const bench = new LinkBench();
    bench.link.start();
    bench.socket.events.opened();
    expect(bench.states).toEqual(['connecting']);

    bench.socket.acknowledge();
    bench.socket.receive({ type: 'beat', version: 12 });

    expect(bench.states).toEqual(['connecting', 'online']);
    expect(bench.patches).toHaveLength(1);
    expect(bench.beats).toEqual([12]);
  });

  test.each(['', 'nonsense', '[]', '{"type":"hello"}'])(
    '%j is no message: it connects anew after a while',
    (frame) => {
      const bench = new LinkBench().open();

      bench.socket.receive(frame);

      expect(bench.socket.closedByLink).toBe(true);
      expect(bench.states.at(-1)).toBe('offline');
      bench.elapse();
      expect(bench.sockets).toHaveLength(2);
    },
  );

  test('a socket that was given up is heard no more', () => {
    const bench = new LinkBench();
    bench.link.start();
    const old = bench.socket;
    bench.link.reconnect();
    bench.socket.events.opened();

    old.acknowledge();
    old.events.closed(CLOSE.SIGN_IN);
    old.events.opened();

    expect(bench.patches).toEqual([]);
    expect(bench.states).toEqual(['connecting']);
    expect(bench.socket.sent).toEqual([hello]);
  });
});
