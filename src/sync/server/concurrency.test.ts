import { setImmediate as afterReading } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Task } from '#src/tables/task/task.ts';
import type { Patch } from '#src/sync/protocol.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { Random } from '#src/sync/testing/random.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

const DEVICES = 6;
const PUSHES = 25;

describeEachEngine('pushes at the same time', (engine) => {
  test('the first pushes of a new user, all at once, get a version each', async () => {
    const user = new ServerUser(await engine.open());

    const patches = await Promise.all(Array.from({ length: 10 }, (_, i) => user.push(addCollection(i + 1))));

    expect(patches.map(({ to }) => to).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await user.pull(0)).rows.collection).toHaveLength(10);
    expect(await user.space()).toEqual({ version: 10, tasks: 0, collections: 10 });
  });

  test('[W5] one mutation pushed many times at once applies once', async () => {
    const user = new ServerUser(await engine.open());
    await user.push(addCollection(1));
    const twice = [addTask(2), mutation(3, 'task.delete', { id: sampleId('task', 2), at: 3 })];

    const patches = await Promise.all(Array.from({ length: 8 }, () => user.push(...twice)));

    expect(patches.filter(({ rows }) => rows.task && rows.task.length > 0)).toHaveLength(1);
    expect(new Set(patches.flatMap(({ outcomes }) => outcomes.map((o) => o.rejection)))).toEqual(
      new Set([null]),
    );
    expect(await user.space()).toMatchObject({ version: 9, tasks: 0 });
  });

  test('one of several devices that choose the same name at once gets it', async () => {
    const user = new ServerUser(await engine.open());

    const patches = await Promise.all(
      [1, 2, 3, 4].map((n) => user.push(addCollection(n, collection(n, { name: 'Home' })))),
    );

    expect(patches.map(({ outcomes }) => outcomes[0]?.rejection ?? 'added').toSorted()).toEqual([
      'DUPLICATE_COLLECTION',
      'DUPLICATE_COLLECTION',
      'DUPLICATE_COLLECTION',
      'added',
    ]);
  });

  test('a task added while its collection is deleted is rejected or deleted with it, never left behind', async () => {
    const database = await engine.open();
    for (let round = 0; round < 10; round++) {
      const user = new ServerUser(database);
      await user.push(addCollection(1));

      await Promise.all([
        user.push(addTask(2)),
        user.push(mutation(3, 'collection.delete', { id: sampleId('collection', 1), at: 3 })),
        user.push(addTask(4)),
      ]);

      expect((await user.pull(0)).rows.collection).toMatchObject([{ deletedAt: 3 }]);
      expect(await user.space()).toMatchObject({ version: 4, tasks: 0, collections: 0 });
    }
  });

  test('[W9] devices that pull while others push see every change', async () => {
    const database = await engine.open();
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2, task(1)));
    const random = new Random(7);
    let pushing = true;

    async function pushMany(device: number): Promise<Patch[]> {
      const patches: Patch[] = [];
      for (let i = 0; i < PUSHES; i++) {
        const n = 1_000 * device + i;
        const edit = { id: sampleId('task', 1), changes: { name: `Task ${n}` }, at: n };
        patches.push(await user.push(random.chance(0.5) ? addTask(n) : mutation(n, 'task.edit', edit)));
      }
      return patches;
    }

    /** Follows the user by the cursor alone, and returns the resulting rows. */
    async function follow(): Promise<Map<string, Task>> {
      const rows = new Map<string, Task>();
      let version = 0;
      for (let last = false; ; last = !pushing) {
        // Frames of a device come one by one from its socket, so each pull waits for a turn.
        await afterReading();
        const patch = await user.pull(version);
        expect(patch.from).toBe(version);
        expect(patch.to).toBeGreaterThanOrEqual(version);
        for (const row of patch.rows.task ?? []) rows.set(row.id, row);
        version = patch.to;
        if (last) return rows;
      }
    }

    const followers = [follow(), follow(), follow()];
    const pushed = await Promise.all(Array.from({ length: DEVICES }, (_, i) => pushMany(i + 1)));
    pushing = false;

    const versions = pushed.flat().map(({ to }) => to);
    expect(versions.toSorted((a, b) => a - b)).toEqual(versions.map((_, i) => i + 2));
    for (const patches of pushed) expect(patches).toEqual(patches.toSorted((a, b) => a.to - b.to));
    const server = new Map((await user.pull(0)).rows.task?.map((row) => [row.id, row]));
    for (const rows of await Promise.all(followers)) expect(rows).toEqual(server);
    // The patches in order of version give the same rows.
    const told = new Map([[sampleId('task', 1), task(1)]]);
    for (const patch of pushed.flat().toSorted((a, b) => a.to - b.to)) {
      expect(patch.from).toBe(patch.to - 1);
      for (const row of patch.rows.task ?? []) told.set(row.id, row);
    }
    expect(told).toEqual(server);
  });
});

describeEachEngine(
  'pushes to one database by two servers',
  (engine) => {
    test('[W5] the pushes of one user are ordered across servers', async () => {
      const options = await engine.create();
      const first = openDatabase(options);
      const second = openDatabase(options);
      try {
        await migrate(first.db, first.engine);
        const here = new ServerUser(first);
        const there = Object.assign(new ServerUser(second), { id: here.id });
        await here.push(addCollection(1), addTask(2, task(1)));
        const edit = (n: number) =>
          mutation(n, 'task.edit', { id: sampleId('task', 1), changes: { name: `${n}` }, at: n });

        const patches = await Promise.all(
          Array.from({ length: 40 }, (_, i) => (i % 2 ? here : there).push(edit(i + 10))),
        );

        const inOrder = patches.toSorted((a, b) => a.to - b.to);
        expect(inOrder.map(({ to }) => to)).toEqual(inOrder.map((_, i) => i + 2));
        expect((await there.pull(0)).rows.task).toEqual(inOrder.at(-1)?.rows.task);
        expect(inOrder.map(({ rows }) => rows.task?.[0]?.name)).not.toContain(undefined);
      } finally {
        await closeAll(first, second);
      }
    });
  },
  ['postgres'],
);

async function closeAll(...databases: AppDatabase[]): Promise<void> {
  for (const database of databases) await database.close();
}
