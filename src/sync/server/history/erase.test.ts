import { beforeAll, expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { readHistory } from '#src/server/history/read-history.ts';
import { purgeExpired } from '#src/server/jobs/purge.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addCollection, addTask, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { ERASED_AT_ONCE, eraseNext } from './erase.ts';
import { ENTRY_BYTES } from './record.ts';

const EDITS = 100;
const PUSHES = 12;

describeEachEngine('texts that leave a long history', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const purgeOf = (n: number, of: number) => [
    mutation(n, 'task.delete', { id: sampleId('task', of), at: n }),
    mutation(n + 1, 'task.purge', { id: sampleId('task', of), at: n + 1 }),
  ];
  const pageOf = (user: ServerUser) =>
    database.snapshot((tx) => readHistory(tx, spaceOf(user.id), { limit: 5_000, row: sampleId('task', 2) }));
  const rawOf = (user: ServerUser) =>
    database.snapshot((tx) =>
      tx.selectFrom('history').select('changes').where('space_id', '=', spaceOf(user.id)).execute(),
    );
  const waitingOf = (user: ServerUser) =>
    database.snapshot((tx) =>
      tx.selectFrom('history_erasure').select('row_id').where('space_id', '=', spaceOf(user.id)).execute(),
    );
  const next = (user: ServerUser) => database.transact((tx) => eraseNext(tx, spaceOf(user.id)));

  /** A task with more changes than one transaction erases, beside another task. */
  async function edit(user: ServerUser): Promise<void> {
    await user.push(addCollection(1), addTask(2, task(2, { name: 'Secret' })), addTask(3));
    for (let push = 0; push < PUSHES; push += 1)
      await user.push(
        ...Array.from({ length: EDITS }, (_, i) =>
          mutation(1_000 + push * EDITS + i, 'task.edit', {
            id: sampleId('task', 2),
            changes: { name: `Secret ${push} ${i}` },
            at: 50,
          }),
        ),
      );
    await user.push(
      mutation(3_000, 'task.edit', { id: sampleId('task', 3), changes: { name: 'Kept' }, at: 50 }),
    );
  }

  test('[H3] nobody reads them from the push on, and they leave the table in slices, with their bytes', async () => {
    const user = new ServerUser(database);
    await edit(user);
    await user.push(...purgeOf(4_000, 2));

    expect(JSON.stringify(await rawOf(user))).toContain('Secret');
    expect(await waitingOf(user)).toEqual([{ row_id: sampleId('task', 2) }]);
    expect((await pageOf(user)).entries.length).toBe(PUSHES * EDITS + 3);
    expect(JSON.stringify(await pageOf(user))).not.toContain('Secret');

    let slices = 1;
    while ((await next(user)).hasRest) slices += 1;
    expect(slices).toBeGreaterThanOrEqual(Math.floor((PUSHES * EDITS) / ERASED_AT_ONCE.entries));
    const raw = await rawOf(user);
    expect(JSON.stringify(raw)).not.toContain('Secret');
    expect(JSON.stringify(raw)).toContain('Kept');
    expect(await waitingOf(user)).toEqual([]);
    const { history_bytes } = await database.snapshot((tx) =>
      tx
        .selectFrom('space')
        .select('history_bytes')
        .where('space_id', '=', spaceOf(user.id))
        .executeTakeFirstOrThrow(),
    );
    expect(history_bytes).toBe(
      raw.reduce((sum, { changes }) => sum + ENTRY_BYTES + Buffer.byteLength(changes), 0),
    );
  });

  test('[H3] a text that the row gets after its purge stays', async () => {
    const user = new ServerUser(database);
    await edit(user);
    await user.push(...purgeOf(4_000, 2));
    await user.push(addTask(5_000, task(2, { name: 'New life' })));

    expect(JSON.stringify(await pageOf(user))).toContain('New life');
    while ((await next(user)).hasRest);
    expect(JSON.stringify(await rawOf(user))).toContain('New life');
    expect(JSON.stringify(await rawOf(user))).not.toContain('Secret');
  });

  test('[H3] the daily purge goes on with what a stopped server left', async () => {
    const user = new ServerUser(database);
    await edit(user);
    await user.push(...purgeOf(4_000, 2));

    await purgeExpired(database, 0);

    expect(JSON.stringify(await rawOf(user))).not.toContain('Secret');
    expect(await waitingOf(user)).toEqual([]);
  });

  test('[H3] the server goes on after the push of a device by itself', async () => {
    const { user, hub, connect } = await setUpHub(database);
    await edit(user);
    const device = await connect(0);

    device.push(...purgeOf(4_000, 2));
    await hub.drain();

    expect(JSON.stringify(await rawOf(user))).not.toContain('Secret');
    expect(await waitingOf(user)).toEqual([]);
  });
});
