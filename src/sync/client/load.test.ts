import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClientMessage, Patch } from '#src/sync/protocol.ts';
import { ReplicaBench, type BenchDevice, type BenchTab } from '#src/sync/testing/replica-bench.ts';
import { addCollection, addTask, sampleId, task, IN_STEP } from '#src/sync/testing/samples.ts';
import { SimulationFolder } from '#src/sync/testing/simulated-server.ts';
import { Process } from '#src/sync/testing/world.ts';
import type { Replica } from './replica.ts';
import type { ReplicaOptions } from './replica-options.ts';
import type { Progress } from './tab-state.ts';

const ABNORMAL = 1006;

let folder: SimulationFolder;
let bench: ReplicaBench;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());
beforeEach(() => {
  bench = new ReplicaBench(folder);
});
afterEach(() => bench.end());

/** The way from one device to the server: it sees what passes, and breaks after so many pages. */
class Wire {
  readonly sent: ClientMessage[] = [];
  readonly patches: Patch[] = [];
  #pages = Infinity;

  /** For `openTab`. */
  readonly join = ({ connect }: ReplicaOptions): Partial<ReplicaOptions> => ({
    connect: (events) => {
      const broken = this.#pages === 0;
      const socket = connect({
        opened: () => (broken ? events.closed(ABNORMAL) : events.opened()),
        closed: (code) => events.closed(code),
        received: (text) => {
          if (this.#pages === 0) return;
          const message = JSON.parse(text) as Patch;
          if (message.type === 'patch') this.patches.push(message);
          events.received(text);
          if (!message.rest || --this.#pages > 0) return;
          socket.close();
          // By then the page is stored.
          bench.world.startTimer(new Process(), 1, () => events.closed(ABNORMAL));
        },
      });
      return {
        send: (text) => {
          this.sent.push(JSON.parse(text) as ClientMessage);
          socket.send(text);
        },
        close: () => socket.close(),
      };
    },
  });

  breakAfter(pages: number): void {
    this.#pages = pages;
  }

  mend(): void {
    this.#pages = Infinity;
    this.sent.length = 0;
    this.patches.length = 0;
  }

  get hello(): ClientMessage | undefined {
    return this.sent.find(({ type }) => type === 'hello');
  }
}

const ids = (...numbers: readonly number[]) => numbers.map((n) => sampleId('task', n));

/** A device that has put collection 1 and tasks 1 to 6 on the server, which sends two in a page. */
async function writer(): Promise<Replica> {
  const { replica } = await bench.device().openTab();
  await perform(replica, addCollection(1));
  for (const n of [1, 2, 3, 4, 5, 6]) await perform(replica, addTask(n));
  return replica;
}

const perform = (replica: Replica, { name, args }: ReturnType<typeof addTask>) =>
  bench.finish(replica.mutate(name, args));
const deleteTask = (replica: Replica, n: number) =>
  bench.finish(replica.mutate('task.delete', { id: sampleId('task', n), at: 20 }));
const rename = (replica: Replica, n: number, name: string) =>
  bench.finish(replica.mutate('task.edit', { id: sampleId('task', n), changes: { name }, at: 30 }));
const purgeAll = () => bench.finish(bench.server.purge('ada', 0));

/** Every progress that a tab tells of. */
function progressOf({ replica }: BenchTab): Progress[] {
  const told: Progress[] = [];
  replica.subscribe('status', () => {
    const { load } = replica.status();
    if (load && load.received !== told.at(-1)?.received) told.push(load);
  });
  return told;
}

/** How many tasks are shown, at each change. */
function lengthsOf(replica: Replica): number[] {
  const lengths: number[] = [];
  replica.subscribe('today', () => lengths.push(replica.lists.today().length));
  return lengths;
}

test('[W16] a new device is online when it has the first rows, in all its tabs', async () => {
  await writer();
  const device = bench.device();
  bench.goOffline();
  const tabs = [await device.openTab(), await device.openTab()];
  const seen = tabs.map(({ replica }) => {
    const rows: string[] = [];
    replica.subscribe('status', () => {
      if (replica.status().connection === 'online') rows.push(`${replica.collections().length}`);
    });
    return rows;
  });

  bench.goOnline();
  tabs[0]?.replica.reconnect();
  await bench.settle();

  for (const rows of seen) {
    expect(rows).not.toEqual([]);
    expect(new Set(rows)).toEqual(new Set(['1']));
  }
});

describe('a first load', () => {
  test('[W16] comes in pages, which are shown as they come', async () => {
    await writer();
    const wire = new Wire();
    const { replica } = await bench.device().openTab(wire.join);

    expect(wire.patches.map(({ tasks, rest }) => [tasks.length, rest?.tasks])).toEqual([
      [2, 4],
      [2, 2],
      [2, undefined],
    ]);
    expect(replica.lists.today()).toEqual(ids(1, 2, 3, 4, 5, 6));
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W16] goes on after a break where it stopped, in the same tab and in a later one', async () => {
    await writer();
    const device = bench.device();
    const wire = new Wire();
    wire.breakAfter(1);
    const first = await device.openTab(wire.join);
    const halfway = { connection: 'offline', unsent: 0, load: { received: 2, missing: 4 } };
    expect(first.replica.lists.today()).toEqual(ids(1, 2));
    expect(first.replica.status()).toMatchObject(halfway);

    first.replica.close();
    wire.breakAfter(0);
    const { replica } = await device.openTab(wire.join);
    expect(replica.lists.today()).toEqual(ids(1, 2));
    expect(replica.status()).toMatchObject(halfway);

    wire.mend();
    replica.reconnect();
    await bench.settle();

    expect(wire.hello).toMatchObject({ version: 3, loadedAt: 7 });
    expect(wire.patches.flatMap(({ tasks }) => tasks.map(({ id }) => id))).toEqual(ids(3, 4, 5, 6));
    expect(replica.lists.today()).toEqual(ids(1, 2, 3, 4, 5, 6));
    expect(replica.status()).toEqual(IN_STEP);
    expect(await device.load()).toMatchObject({ version: 7, load: null });
  });

  test('[W16] what the user does meanwhile is kept, stays on the screen, and is sent after it', async () => {
    await writer();
    const device = bench.device();
    const wire = new Wire();
    wire.breakAfter(1);
    const { replica } = await device.openTab(wire.join);
    await rename(replica, 1, 'Mine');
    await perform(replica, addTask(7));
    await rename(replica, 7, 'New');
    expect((await device.load()).outbox).toHaveLength(3);
    const seen: unknown[] = [];
    for (const n of [1, 7]) {
      replica.subscribe(`task:${sampleId('task', n)}`, () =>
        seen.push(replica.task(sampleId('task', n))?.name),
      );
    }

    wire.mend();
    replica.reconnect();
    await bench.settle();

    expect(replica.status()).toEqual(IN_STEP);
    expect(replica.lists.today()).toEqual(ids(1, 2, 3, 4, 5, 6, 7));
    expect(seen).toEqual([]);
    const types = wire.sent.map(({ type }) => type);
    expect(types).toEqual(['hello', 'pull', 'push']);
    const { replica: elsewhere } = await bench.device().openTab();
    expect(ids(1, 7).map((id) => elsewhere.task(id)?.name)).toEqual(['Mine', 'New']);
  });

  test('[W16] has in the end what another device changed meanwhile', async () => {
    const other = await writer();
    const wire = new Wire();
    wire.breakAfter(1);
    const { replica } = await bench.device().openTab(wire.join);
    await rename(other, 1, 'Changed');
    await deleteTask(other, 2);
    await deleteTask(other, 5);
    await perform(other, addTask(7));

    wire.mend();
    replica.reconnect();
    await bench.settle();

    expect(replica.lists.today()).toEqual(ids(1, 3, 4, 6, 7));
    expect(replica.task(sampleId('task', 1))?.name).toBe('Changed');
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W16] shows in the other tabs of the device, with its progress', async () => {
    await writer();
    const device = bench.device();
    const wire = new Wire();
    wire.breakAfter(0);
    const tabs = [await device.openTab(wire.join), await device.openTab()];
    const told = tabs.map(progressOf);

    wire.mend();
    tabs[1]!.replica.reconnect();
    await bench.settle();

    expect(told[0]).toEqual([
      { received: 2, missing: 4 },
      { received: 4, missing: 2 },
    ]);
    expect(told[1]).toEqual(told[0]);
    for (const { replica } of tabs) {
      expect(replica.lists.today()).toEqual(ids(1, 2, 3, 4, 5, 6));
      expect(replica.status()).toEqual(IN_STEP);
    }
  });

  test('[W16] is taken over by the next tab when the leading one dies in the middle of it', async () => {
    await writer();
    const device = bench.device();
    const wire = new Wire();
    wire.breakAfter(1);
    const leading = await device.openTab(wire.join);
    const next = await device.openTab();
    expect(next.replica.status().load).toEqual({ received: 2, missing: 4 });

    device.kill(leading);
    await bench.settle();

    expect(next.replica.lists.today()).toEqual(ids(1, 2, 3, 4, 5, 6));
    expect(next.replica.status()).toEqual(IN_STEP);
  });

  test('[W10] begins anew when something that it may have brought was deleted and purged since', async () => {
    const other = await writer();
    const wire = new Wire();
    wire.breakAfter(1);
    const { replica } = await bench.device().openTab(wire.join);
    await deleteTask(other, 1);
    await purgeAll();

    wire.mend();
    replica.reconnect();
    await bench.settle();

    expect(wire.patches[0]).toMatchObject({ from: 0 });
    expect(replica.lists.today()).toEqual(ids(2, 3, 4, 5, 6));
    expect(replica.status()).toEqual(IN_STEP);
  });
});

describe('a device that was away for so long that tombstones it lacks are purged', () => {
  /** It has all six tasks, its wire is broken, task 1 is gone from the server, and task 2 has another name there. */
  async function awayDevice(): Promise<{ device: BenchDevice; wire: Wire; tab: BenchTab }> {
    const other = await writer();
    const device = bench.device();
    const wire = new Wire();
    const tab = await device.openTab(wire.join);
    wire.breakAfter(0);
    tab.replica.reconnect();
    await bench.settle();
    await deleteTask(other, 1);
    await rename(other, 2, 'Changed');
    await purgeAll();
    return { device, wire, tab };
  }

  test('[W10] loads all anew; the list never shrinks meanwhile, and the outbox stays and is sent', async () => {
    const { device, wire, tab } = await awayDevice();
    const { replica } = tab;
    await rename(replica, 3, 'Mine');
    await perform(replica, addTask(7));
    const lengths = lengthsOf(replica);

    wire.mend();
    replica.reconnect();
    await bench.settle();

    expect(wire.patches.filter(({ rest }) => rest).length).toBeGreaterThan(1);
    expect(lengths).not.toContain(0);
    expect(Math.min(...lengths)).toBe(6);
    expect(replica.lists.today()).toEqual(ids(2, 3, 4, 5, 6, 7));
    expect(replica.task(sampleId('task', 1))).toBeUndefined();
    expect(replica.task(sampleId('task', 2))?.name).toBe('Changed');
    expect(replica.status()).toEqual(IN_STEP);
    expect((await device.load()).tasks).toHaveLength(6);
    const { replica: elsewhere } = await bench.device().openTab();
    expect(ids(3, 7).map((id) => elsewhere.task(id)?.name)).toEqual(['Mine', 'Task 7']);
  });

  test('[W10] what it did to a row that is purged is refused, and kept for the user', async () => {
    const { wire, tab } = await awayDevice();
    await rename(tab.replica, 1, 'Mine');

    wire.mend();
    tab.replica.reconnect();
    await bench.settle();

    expect(tab.replica.rejections()).toMatchObject([{ code: 'GONE' }]);
    expect(tab.replica.status()).toEqual(IN_STEP);
  });

  test('[W16] cut off in the middle, it goes on showing what it had, and begins again', async () => {
    const { device, wire, tab } = await awayDevice();
    const { replica } = tab;
    const follower = await device.openTab();
    const told = [progressOf(tab), progressOf(follower)];
    wire.mend();
    wire.breakAfter(2);
    replica.reconnect();
    await bench.settle();

    for (const shown of [replica, follower.replica]) {
      expect(shown.lists.today()).toEqual(ids(1, 2, 3, 4, 5, 6));
      expect(shown.status()).toMatchObject({ connection: 'offline', unsent: 0, load: null });
    }
    expect(told[0]).toEqual([
      { received: 2, missing: 3 },
      { received: 4, missing: 1 },
    ]);
    expect(told[1]).toEqual(told[0]);
    expect(await device.load()).toMatchObject({ version: 7, load: null });

    wire.mend();
    replica.reconnect();
    await bench.settle();

    expect(wire.hello).toMatchObject({ version: 7, loadedAt: 0 });
    for (const shown of [replica, follower.replica]) {
      expect(shown.lists.today()).toEqual(ids(2, 3, 4, 5, 6));
      expect(shown.status()).toEqual(IN_STEP);
    }
  });

  test('[W16] a change of the user meanwhile leaves the progress on the screen', async () => {
    const { wire, tab } = await awayDevice();
    const { replica } = tab;
    const told: (Progress | null)[] = [];
    wire.mend();
    const stop = replica.subscribe('status', () => {
      if (!replica.status().load) return;
      stop();
      void replica.mutate('task.complete', { id: sampleId('task', 3), at: 40 });
      told.push(replica.status().load);
    });
    replica.reconnect();
    await bench.settle();

    expect(told).toEqual([{ received: 2, missing: 3 }]);
    expect(replica.task(sampleId('task', 3))?.completedAt).toBe(40);
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W16] pages that still wait when the connection breaks are not taken for what comes after its own rows', async () => {
    const { device, wire, tab } = await awayDevice();
    tab.replica.close();
    let isBusy = false;
    const { promise: rested, resolve: rest } = Promise.withResolvers<void>();
    const { replica } = await device.openTab((options) => ({
      ...wire.join(options),
      disk: {
        ...options.disk!,
        outline: async () => {
          if (isBusy) await rested;
          return options.disk!.outline();
        },
      },
    }));
    wire.mend();
    replica.reconnect();
    while (wire.patches.length === 0) await bench.world.advance();
    // A beat makes the leading tab look at its disk, which takes so long that all other pages come meanwhile.
    isBusy = true;
    void bench.server.hub.beat();
    await bench.settle();
    expect(wire.patches.at(-1)?.rest).toBeNull();
    wire.breakAfter(0);
    bench.goOffline();
    await bench.settle();
    isBusy = false;
    rest();
    await bench.settle();

    expect(replica.lists.today()).toEqual(ids(1, 2, 3, 4, 5, 6));
    expect((await device.load()).version).toBe(7);

    wire.mend();
    bench.goOnline();
    replica.reconnect();
    await bench.settle();

    expect(replica.lists.today()).toEqual(ids(2, 3, 4, 5, 6));
    expect(replica.status()).toEqual(IN_STEP);
  });
});

test('[W16] a leading tab of before there were pages tells of no load', async () => {
  const device = bench.device();
  await device.openTab();
  const { replica } = await device.openTab(({ joinTabs }) => ({
    joinTabs: (receive) =>
      joinTabs((message) => {
        if (message.type !== 'patch') return receive(message);
        const { load: _, ...patch } = message.patch;
        receive({ type: 'patch', patch: patch as typeof message.patch });
      }),
  }));
  await perform(replica, addCollection(1));
  await perform(replica, addTask(1, task(1)));

  expect(replica.status()).toEqual(IN_STEP);
});
