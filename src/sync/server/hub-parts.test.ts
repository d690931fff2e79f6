import { beforeAll, describe, expect, test } from 'vitest';
import type { Mutation } from '#src/mutators/index.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/engines.ts';
import { PAGE_ROWS, type Patch } from '#src/sync/protocol.ts';
import { networkRate, Pace } from '#src/sync/server/pace.ts';
import { Rates } from '#src/sync/server/rates.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addCollection, addTask, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { firstPart } from './first-part.ts';

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

  /** A hub whose transactions go through `batchRows`, and a device at version 2 of a user with three tasks. */
  async function setUp(batchRows: number, pace: Pace | null = null) {
    const stand = await setUpHub(database, PAGE_ROWS, null, pace, batchRows);
    await stand.user.push(addTask(2), addTask(3), addTask(4));
    return stand;
  }

  test('[W5] takes several transactions, is answered after each, and leaves all devices with the same rows', async () => {
    const { hub, user, connect } = await setUp(6);
    const [device, other] = [await connect(0), await connect(0)];

    device.push(...TURNS, addTask(5));
    await hub.drain();

    expect(outcomeCounts(device)).toEqual([2, 2, 2, 3]);
    expect(device.patches.flatMap(({ outcomes }) => outcomes)).toEqual(
      [...TURNS, addTask(5)].map(({ id }) => ({ id, rejection: null })),
    );
    expect(other.patches.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
    ]);
    const rows = rowsAfter([await user.pull(0)]);
    expect(rowsAfter(device.patches)).toEqual(rows);
    expect(rowsAfter(other.patches)).toEqual(rows);
    expect(await user.space()).toMatchObject({ task_count: 4, collection_count: 1 });
  });

  test('lets what others push go between its transactions', async () => {
    const { hub, user } = await setUp(3);
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
    const { hub, user, connect, troubled } = await setUp(3);
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
    const { hub, user } = await setUp(3);
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
    const slow = { burst: TURNS.length + 1, perSecond: 1e-6 };
    const pace = new Pace(new Rates(slow), new Rates(networkRate(1)));
    const { hub, user } = await setUp(3, pace);
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

  describe('is cut', () => {
    let user: ServerUser;
    beforeAll(async () => {
      user = new ServerUser(database);
      const inSecond = task(14, { collectionId: sampleId('collection', 2) });
      await user.push(addCollection(1), addCollection(2), addCollection(3));
      await user.push(addTask(11), addTask(12), addTask(13), addTask(14, inSecond));
    });

    const cut = async (maxRows: number, ...mutations: readonly Mutation[]) => {
      const part = await database.transact((tx) => firstPart(tx, user.id, mutations, maxRows));
      return [part.mutations.length, part.rows];
    };

    test('nowhere when no mutation goes through a collection', async () => {
      expect(await cut(1, addTask(21), addTask(22), addCollection(23))).toEqual([3, 0]);
    });

    test('before the one with which there would be too many rows', async () => {
      const mutations = [addTask(21), deletion(22), deletion(23, 2), restoration(24), addTask(25)];
      expect(await cut(7, ...mutations)).toEqual([5, 7]);
      expect(await cut(6, ...mutations)).toEqual([3, 4]);
      expect(await cut(3, ...mutations)).toEqual([2, 3]);
    });

    test('after one that has too many by itself, also before one that has none but would go through those', async () => {
      expect(await cut(2, addTask(21), deletion(22), addTask(23), deletion(24, 3))).toEqual([3, 3]);
      expect(await cut(2, deletion(22, 3), deletion(23))).toEqual([1, 0]);
    });
  });
});
