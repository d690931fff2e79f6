import { beforeAll, expect, test } from 'vitest';
import type { Task } from '#src/tables/task/task.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import type { Patch } from '#src/sync/protocol.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

describeEachEngine('pull in pages', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  /** Collection 1 at version 1, then one version for each of these sizes, with as many tasks. Tasks are numbered from 2. */
  async function userWithVersions(...sizes: readonly number[]): Promise<ServerUser> {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    let n = 2;
    for (const size of sizes) await user.push(...Array.from({ length: size }, () => addTask(n++)));
    return user;
  }

  /** Pulls from 0 until nothing is left. */
  async function loadAll(user: ServerUser, pageRows: number): Promise<Patch[]> {
    const patches: Patch[] = [];
    for (let version = 0; ;) {
      const patch = await user.pull(version, { loadedAt: patches[0]?.rest?.version, pageRows });
      patches.push(patch);
      if (!patch.rest) return patches;
      version = patch.to;
    }
  }

  const summary = (patches: readonly Patch[]) =>
    patches.map(({ from, to, rows, rest }) => [from, to, rows.task?.length ?? 0, rest?.rows ?? 0]);
  const ids = (tasks: readonly Task[]) => tasks.map(({ id }) => id).toSorted();

  test('[W16] a page has fewer tasks when their texts are long', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    // Each task has 16,000 characters. A page has room for three pushes of 20 tasks, with two versions each, and not
    // for a fourth.
    for (let n = 2; n < 102; n += 20) {
      const numbers = Array.from({ length: 20 }, (_, i) => n + i);
      await user.push(...numbers.map((i) => addTask(i, task(i, { description: 'x'.repeat(16_000) }))));
    }

    expect(summary(await loadAll(user, 5_000))).toEqual([
      [0, 7, 60, 40],
      [7, 11, 40, 0],
    ]);
  });

  test('[W16] pages follow each other from 0 to the newest version, and tell how many rows are still to come', async () => {
    const user = await userWithVersions(2, 2, 2, 1);

    const patches = await loadAll(user, 4);

    expect(summary(patches)).toEqual([
      [0, 3, 4, 3],
      [3, 5, 3, 0],
    ]);
    expect(patches.map(({ rest }) => rest?.version)).toEqual([5, undefined]);
    expect(ids(patches.flatMap(({ rows }) => rows.task ?? []))).toEqual(
      ids((await user.pull(0)).rows.task ?? []),
    );
  });

  test('[W16] a page never splits a version: it ends before one that does not fit, and holds all of a larger one', async () => {
    const user = await userWithVersions(2, 5, 1);

    expect(summary(await loadAll(user, 4))).toEqual([
      [0, 2, 2, 6],
      [2, 3, 5, 1],
      [3, 4, 1, 0],
    ]);
    expect(summary(await loadAll(user, 1))).toEqual([
      [0, 2, 2, 6],
      [2, 3, 5, 1],
      [3, 4, 1, 0],
    ]);
  });

  test('[W16] tasks that just fit into a page come in a patch without a rest', async () => {
    const user = await userWithVersions(2, 2);

    expect(summary(await loadAll(user, 4))).toEqual([[0, 3, 4, 0]]);
  });

  test('[W16] the first page has all collections, so that no task comes before its own', async () => {
    const user = await userWithVersions(1, 1, 1);
    const rename = { id: sampleId('collection', 1), changes: { name: 'New' }, at: 9 };
    await user.push(mutation(90, 'collection.edit', rename), addCollection(91));

    const [first, ...later] = await loadAll(user, 1);

    const collections = [collection(1, { name: 'New' }), collection(91)];
    expect(first?.rows.collection?.toSorted((a, b) => a.position - b.position)).toEqual(collections);
    expect(later.at(-1)?.rows.collection).toHaveLength(2);
  });

  test('[W16] a row that changes during a load comes again in a later page', async () => {
    const user = await userWithVersions(1, 1, 1);
    const first = await user.pull(0, { pageRows: 1 });
    const id = sampleId('task', 2);
    await user.push(mutation(90, 'task.edit', { id, changes: { name: 'New' }, at: 9 }));
    await user.push(mutation(91, 'task.delete', { id: sampleId('task', 4), at: 9 }));

    const rest = await user.pull(first.to, { loadedAt: 4 });

    expect(first.rows.task).toEqual([task(2)]);
    expect(rest).toMatchObject({ from: 2, to: 6, rest: null });
    expect(rest.rows.task?.toSorted((a, b) => a.createdAt - b.createdAt)).toEqual([
      task(2, { name: 'New', updatedAt: 9 }),
      task(3),
      task(4, { deletedAt: 9 }),
    ]);
  });

  test('[W16] a device that was away comes on in pages, too', async () => {
    const user = await userWithVersions(1, 1, 1);

    expect(summary([await user.pull(2, { pageRows: 1 })])).toEqual([[2, 3, 1, 1]]);
  });

  test('[W9] a device whose load began ahead of a restored server begins anew', async () => {
    const user = await userWithVersions(1, 1);

    expect(await user.pull(2, { loadedAt: 4 })).toMatchObject({ from: 0, to: 3 });
  });
});
