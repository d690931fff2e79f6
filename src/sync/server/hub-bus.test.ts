import { beforeAll, expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { NO_ROWS, addTask, task } from '#src/sync/testing/samples.ts';
import type { Bus, Hint } from './bus.ts';

/** A bus that delivers the hints of a test. */
class HandBus implements Bus {
  readonly published: Hint[] = [];
  deliver: (hint: Hint) => void = () => {};

  publish(hint: Hint): void {
    this.published.push(hint);
  }

  subscribe(receive: (hint: Hint) => void): void {
    this.deliver = receive;
  }
}

describeEachEngine('a hub beside other servers', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  /** The user's server, and the writes of another server on the same database. */
  async function setUp(pageRows = 5_000) {
    const bus = new HandBus();
    const server = await setUpHub(database, pageRows, bus);
    const { user, hub } = server;
    /** The other server commits task `n` and returns its hint. */
    const elsewhere = async (n: number): Promise<Hint> => {
      const patch = { ...(await user.push(addTask(n))), outcomes: [] };
      return { spaceId: spaceOf(user.id), version: patch.to, news: patch };
    };
    const deliver = async (...hints: readonly Hint[]) => {
      for (const hint of hints) bus.deliver(hint);
      await hub.drain();
    };
    return { ...server, bus, elsewhere, deliver };
  }

  const ends = (device: HubDevice) => device.patches.map(({ from, to }) => [from, to]);

  test('[W12] a commit sends a hint to the other servers, with its rows but without the outcomes', async () => {
    const { bus, hub, user, connect } = await setUp();
    (await connect(1)).push(addTask(2));
    await hub.drain();

    const rows = {
      type: 'patch',
      from: 1,
      to: 2,
      rows: {
        ...NO_ROWS,
        task: [task(2)],
      },
      changes: {},
      outcomes: [],
      rest: null,
    };
    expect(bus.published).toEqual([{ spaceId: spaceOf(user.id), version: 2, news: rows }]);
  });

  test('[W12] the hint of a large commit has its version alone', async () => {
    const { bus, hub, user, connect } = await setUp();
    (await connect(1)).push(addTask(2, task(2, { description: 'x'.repeat(2_000) })));
    await hub.drain();

    expect(bus.published).toEqual([{ spaceId: spaceOf(user.id), version: 2, news: undefined }]);
  });

  test('[W5] [W12] a failed commit is neither answered nor hinted at', async () => {
    const { bus, hub, connect, troubled } = await setUp();
    const [device, other] = [await connect(1), await connect(1)];
    troubled.commitTrouble = new Error('the disk is full');
    device.push(addTask(2));
    await hub.drain();

    expect(device.closed?.code).toBe(1011);
    for (const { patches } of [device, other]) expect(patches).toHaveLength(1);
    expect(bus.published).toEqual([]);
  });

  test('[W12] a hint brings the connected devices of its user on without a read of the database', async () => {
    const { connect, elsewhere, deliver, troubled } = await setUp();
    const [device, other] = [await connect(1), await connect(1)];
    const hint = await elsewhere(2);
    troubled.trouble = new Error('not to be asked');

    await deliver(hint);

    for (const { patches } of [device, other])
      expect(patches.at(-1)).toMatchObject({ from: 1, to: 2, rows: { task: [task(2)] } });
  });

  test('[W12] the server pulls after a hint without rows, and after a lost hint', async () => {
    const { connect, elsewhere, deliver } = await setUp();
    const device = await connect(1);

    await deliver({ ...(await elsewhere(2)), news: undefined });
    await elsewhere(3);
    await deliver(await elsewhere(4));

    expect(ends(device)).toEqual([
      [1, 1],
      [1, 2],
      [2, 4],
    ]);
    expect(device.patches.at(-1)?.rows.task).toHaveLength(2);
  });

  test('[W12] doubled, late and reordered hints change nothing', async () => {
    const { connect, elsewhere, deliver, hub } = await setUp();
    const device = await connect(1);
    const [second, third] = [await elsewhere(2), await elsewhere(3)];

    await deliver(third, second, third);
    device.push(addTask(4));
    await hub.drain();
    await deliver(second, third);

    expect(ends(device)).toEqual([
      [1, 1],
      [1, 3],
      [3, 4],
    ]);
  });

  test('[W12] a hint at a version that does not exist brings no rows, and no beat tells that version', async () => {
    const { connect, deliver, hub, user } = await setUp();
    const device = await connect(1);

    await deliver({ spaceId: spaceOf(user.id), version: 9, news: undefined });
    await hub.beat();

    expect(ends(device)).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(device.beats).toEqual([{ type: 'beat', version: 1 }]);
  });

  test('[W12] a hint for absent users, or for devices before their hello, does nothing', async () => {
    const { hub, user, elsewhere, deliver } = await setUp();
    const silent = new HubDevice(hub, user.id);
    const hint = await elsewhere(2);

    await deliver(hint, { ...hint, spaceId: spaceOf('nobody') });

    expect(silent.received).toEqual([]);
  });

  test('[W12] [W16] a device that loads hears of no hint, and gets its rows with the pages', async () => {
    const { connect, elsewhere, deliver, hub } = await setUp(1);
    const hints = [await elsewhere(2), await elsewhere(3)];
    const device = await connect(0);

    await deliver(...hints);
    expect(ends(device)).toEqual([[0, 2]]);

    device.send({ type: 'pull', version: 2 });
    await hub.drain();
    await deliver(...hints, await elsewhere(4));
    expect(ends(device).slice(1)).toEqual([
      [2, 3],
      [3, 4],
    ]);
  });

  test('[W12] every beat tells the version in the database, also when all hints were lost', async () => {
    const { connect, elsewhere, hub } = await setUp();
    const device = await connect(1);
    await elsewhere(2);
    await elsewhere(3);

    await hub.beat();

    expect(device.beats).toEqual([{ type: 'beat', version: 3 }]);
  });

  test('[W12] a beat goes out when the database fails, with the version that the server knows', async () => {
    const { connect, elsewhere, hub, troubled, logged } = await setUp();
    const device = await connect(1);
    await elsewhere(2);
    troubled.trouble = new Error('the database is away');

    await hub.beat();

    expect(device.beats).toEqual([{ type: 'beat', version: 1 }]);
    expect(logged).toMatchObject([{ err: troubled.trouble }]);
  });

  test('[W12] a failed pull for a hint closes that device, and the server goes on', async () => {
    const { connect, elsewhere, deliver, troubled } = await setUp();
    const device = await connect(1);
    const hint = await elsewhere(2);
    troubled.trouble = new Error('the database is away');
    await deliver({ ...hint, news: undefined });
    expect(device.closed?.code).toBe(1011);

    troubled.trouble = null;
    expect(ends(await connect(1))).toEqual([[1, 2]]);
  });
});
