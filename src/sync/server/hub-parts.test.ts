import { beforeAll, expect, test } from 'vitest';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/engines.ts';
import { PAGE_ROWS, type Patch } from '#src/sync/protocol.ts';
import { networkRate, Pace } from '#src/sync/server/pace.ts';
import { Rates } from '#src/sync/server/rates.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addCollection, addTask, mutation, sampleId } from '#src/sync/testing/samples.ts';
import { firstPart } from './wide.ts';

const deletion = (n: number, of = 1) =>
  mutation(n, 'collection.delete', { id: sampleId('collection', of), at: n });
const restoration = (n: number, of = 1) =>
  mutation(n, 'collection.restore', { id: sampleId('collection', of), at: n });
/** Eight of them, by turns. */
const TURNS = [11, 12, 13, 14, 15, 16, 17, 18].map((n) => (n % 2 === 0 ? restoration(n) : deletion(n)));
/** The rows of a device that applies patches, by id. */
const rowsAfter = (patches: readonly Patch[]) =>
  Object.fromEntries(
    patches.flatMap(({ collections, tasks }) => [...collections, ...tasks]).map((row) => [row.id, row]),
  );
const outcomeCounts = (device: HubDevice) => device.patches.slice(1).map(({ outcomes }) => outcomes.length);

describeEachEngine('a batch that goes through many rows', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  /** A hub, and a user at version 2 with three tasks. */
  async function setUp(pace: Pace | null = null) {
    const stand = await setUpHub(database, PAGE_ROWS, null, pace);
    await stand.user.push(addTask(2), addTask(3), addTask(4));
    return stand;
  }

  test('[W5] takes several transactions, is answered after each, and leaves all devices with the same rows', async () => {
    const { hub, user, connect } = await setUp();
    const [device, other] = [await connect(0), await connect(0)];

    device.push(...TURNS, addTask(5));
    await hub.drain();

    expect(outcomeCounts(device)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(device.patches.flatMap(({ outcomes }) => outcomes)).toEqual(
      [...TURNS, addTask(5)].map(({ id }) => ({ id, rejection: null })),
    );
    expect(other.patches.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      ...outcomeCounts(device).map((_, place) => [place + 2, place + 3]),
    ]);
    const rows = rowsAfter([await user.pull(0)]);
    expect(rowsAfter(device.patches)).toEqual(rows);
    expect(rowsAfter(other.patches)).toEqual(rows);
    expect(await user.space()).toMatchObject({ task_count: 4, collection_count: 1 });
  });

  test('lets what others push go between its transactions', async () => {
    const { hub, user } = await setUp();
    const answered: string[] = [];
    const pusher = new HubDevice(hub, user.id, () => answered.push('pusher'));
    const other = new HubDevice(hub, 'in between', () => answered.push('other'));
    pusher.hello(2);
    other.hello();
    await hub.drain();
    answered.length = 0;

    pusher.push(...TURNS);
    other.push(addCollection(1));
    await hub.drain();

    expect(answered.filter((who) => who === 'pusher')).toHaveLength(TURNS.length);
    expect(answered.indexOf('other')).toBeLessThan(answered.lastIndexOf('pusher'));
  });

  test('[W4] [W5] a failure between two transactions loses nothing that was answered; the rest is taken when resent', async () => {
    const { hub, user, connect, troubled } = await setUp();
    const away = await connect(2);
    const device = new HubDevice(hub, away.userId, ({ patches }) => {
      if (patches.length === 4) troubled.commitTrouble = new Error('the disk is full');
    });
    device.hello(2);
    device.push(...TURNS);
    device.push(addTask(5));
    await hub.drain();
    expect(device.closed?.code).toBe(1011);
    expect(outcomeCounts(device)).toEqual([1, 1, 1]);
    expect(Object.keys(await user.outcomes())).toEqual(
      expect.arrayContaining(TURNS.slice(0, 3).map(({ id }) => id)),
    );
    expect(await user.space()).toMatchObject({ version: 5, task_count: 0, collection_count: 0 });

    troubled.commitTrouble = null;
    const back = await connect(5);
    back.push(...TURNS);
    await hub.drain();

    expect(outcomeCounts(back).reduce((sum, count) => sum + count)).toBe(TURNS.length);
    expect(await user.space()).toMatchObject({ task_count: 3, collection_count: 1 });
    const { tasks } = await user.pull(0);
    expect(tasks.map(({ updatedAt }) => updatedAt)).toEqual([18, 18, 18]);
  });

  test('[W5] what is left of it when its device goes away is left to be sent again, with all that came after it', async () => {
    const { hub, user } = await setUp();
    const device: HubDevice = new HubDevice(hub, user.id, ({ patches }) => {
      if (patches.length === 3) device.leave();
    });
    device.hello(2);
    device.push(...TURNS);
    device.push(addTask(5));
    await hub.drain();

    expect(outcomeCounts(device)).toEqual([1, 1]);
    expect(await user.space()).toMatchObject({ version: 4, task_count: 3 });
  });

  test('counts as what its user has written: what they send next waits, and others do not', async () => {
    // The first two of them go through three tasks each.
    const slow = { burst: 2.5, perSecond: 1e-6 };
    const pace = new Pace(new Rates(slow), new Rates(networkRate(1)));
    const { hub, user } = await setUp(pace);
    const device = new HubDevice(hub, user.id);
    const other = new HubDevice(hub, 'who waits for nobody');
    device.hello(2);
    other.hello();
    await expect.poll(() => device.patches.length + other.patches.length).toBe(2);

    device.push(...TURNS);
    device.push(addTask(5));
    await expect.poll(() => device.patches).toHaveLength(3);
    other.push(addCollection(1));
    await expect.poll(() => other.patches).toHaveLength(2);
    expect(outcomeCounts(device)).toEqual([1, 1]);

    await hub.drain();
    expect(outcomeCounts(device), 'a server that stops leaves the rest to others').toEqual([1, 1]);
    expect(device.closed).toBeNull();
    expect(await user.space()).toMatchObject({ version: 4 });
  });

  test.each([
    ['nowhere when none is wide', [addTask(21), addTask(22), addCollection(23)], 3],
    ['before the first wide one', [addTask(21), addTask(22), deletion(23), addTask(24)], 2],
    ['after a wide one', [restoration(21), deletion(22), addTask(23)], 1],
  ] as const)('is cut %s', (_, mutations, length) => {
    expect(firstPart(mutations)).toEqual(mutations.slice(0, length));
  });
});
