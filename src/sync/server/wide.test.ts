import { beforeAll, expect, test } from 'vitest';
import type { Mutation } from '#src/mutators/index.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/engines.ts';
import type { Patch } from '#src/sync/protocol.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import {
  addCollection,
  addTask,
  addTasks,
  collection,
  mutation,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { push } from './push.ts';

const TASKS = [2, 3, 4, 5, 6];
const id = sampleId('collection', 1);
const deletion = mutation(10, 'collection.delete', { id, at: 10 });
const restoration = mutation(11, 'collection.restore', { id, at: 11 });

describeEachEngine('a collection larger than a page', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  /** A hub that sends pages of two tasks, and two devices that have collection 1 with five. Both pull on after a page. */
  async function setUp() {
    const { hub, user } = await setUpHub(database, 2, null, null, 1);
    await user.push(...TASKS.map((n) => addTask(n)));
    const settle = async (device: HubDevice) => {
      do await hub.drain();
      while (device.patches.at(-1)?.rest);
    };
    const connect = async () => {
      const device: HubDevice = new HubDevice(hub, user.id, (_, message) => {
        if (message.type === 'patch' && message.rest) device.send({ type: 'pull', version: message.to });
      });
      device.hello();
      await settle(device);
      const before = device.patches.length;
      return { device, news: () => device.patches.slice(before) };
    };
    const [pusher, other] = [await connect(), await connect()];
    const push = async (...mutations: readonly Mutation[]) => {
      pusher.device.push(...mutations);
      for (const { device } of [pusher, other]) await settle(device);
    };
    return { hub, user, pusher, other, push };
  }

  const summary = (patches: readonly Patch[]) =>
    patches.map(({ collections, tasks, outcomes }) => [tasks.length, collections.length, outcomes.length]);

  test('[W16] is deleted in pages, for the device that did it, too; last come the collection and the outcome', async () => {
    const { user, pusher, other, push } = await setUp();

    await push(deletion);

    expect(summary(pusher.news())).toEqual([
      [2, 0, 0],
      [2, 0, 0],
      [1, 1, 1],
    ]);
    expect(summary(other.news())).toEqual([
      [2, 0, 0],
      [2, 0, 0],
      [1, 1, 0],
    ]);
    for (const { news } of [pusher, other]) {
      const tasks = news().flatMap((patch) => patch.tasks);
      expect(tasks.toSorted((a, b) => a.createdAt - b.createdAt)).toEqual(
        TASKS.map((n) => task(n, { deletedAt: 10 })),
      );
      expect(news().at(-1)?.collections).toEqual([collection(1, { deletedAt: 10 })]);
    }
    expect(await user.space()).toMatchObject({ task_count: 0, collection_count: 0 });
  });

  test('[W5] [W16] deleted and restored in one push, it is acknowledged for both with the last page', async () => {
    const { user, pusher, other, push } = await setUp();

    await push(deletion, restoration, addTask(12));

    const pages = pusher.news().map(({ outcomes }) => outcomes);
    expect(pages.slice(0, -1).flat()).toEqual([]);
    expect(pages.at(-1)).toEqual(
      [deletion, restoration, addTask(12)].map((each) => ({ id: each.id, rejection: null })),
    );
    const stored = [...TASKS.map((n) => task(n, { updatedAt: 11 })), task(12)];
    const all = await user.pull(0);
    expect(all.tasks.toSorted((a, b) => a.createdAt - b.createdAt)).toEqual(stored);
    expect(all.collections).toEqual([collection(1)]);
    for (const { news } of [pusher, other]) {
      const rows = new Map(news().flatMap(({ tasks }) => tasks.map((row) => [row.id, row])));
      expect([...rows.values()].toSorted((a, b) => a.createdAt - b.createdAt)).toEqual(stored);
      expect(news().findLast(({ collections }) => collections.length > 0)?.collections).toEqual([
        collection(1),
      ]);
    }
    expect(await user.space()).toMatchObject({ task_count: 6, collection_count: 1 });
  });

  test('[W5] a device that goes away between two pages gets the rest, and the outcome, when it is back', async () => {
    const { hub, user, pusher } = await setUp();
    let pages = 0;
    const leaving: HubDevice = new HubDevice(hub, user.id, (_, message) => {
      if (message.type === 'patch' && ++pages === 2) leaving.leave();
    });
    leaving.hello(pusher.device.patches.at(-1)?.to);
    leaving.push(deletion);
    await hub.drain();
    const [, page] = leaving.patches;
    expect(page).toMatchObject({ outcomes: [], rest: { tasks: 3 } });

    const back = new HubDevice(hub, user.id);
    back.hello(page?.to);
    await hub.drain();
    back.send({ type: 'pull', version: back.patches.at(-1)?.to });
    back.push(deletion);
    await hub.drain();

    expect(back.patches.flatMap(({ outcomes }) => outcomes)).toEqual([{ id: deletion.id, rejection: null }]);
    const tasks = [...(page?.tasks ?? []), ...back.patches.flatMap((patch) => patch.tasks)];
    expect(tasks.map(({ deletedAt }) => deletedAt)).toEqual(TASKS.map(() => 10));
  });

  test('takes as many statements as it needs, with a version for each task', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    await user.push(...addTasks(500, 100));
    await user.push(...addTasks(500, 600), addTask(1_100));
    const sizes = { pageRows: 5_000, versionRows: 1 };
    const change = (...mutations: readonly Mutation[]) =>
      database.transact((tx) => push(tx, user.id, mutations, 1_000, sizes));

    const { patch } = await change(deletion);

    expect(patch.tasks.every(({ deletedAt }) => deletedAt === 10)).toBe(true);
    const versions = new Set(Object.values(await user.versions()));
    expect([versions.size, patch.to - patch.from]).toEqual([1_001, 1_001]);
    expect(await user.space()).toMatchObject({ task_count: 0, version: patch.to });

    const { patch: back } = await change(restoration);
    expect(
      back.tasks.filter(({ deletedAt, updatedAt }) => deletedAt === null && updatedAt === 11),
    ).toHaveLength(1_001);
  });
});
