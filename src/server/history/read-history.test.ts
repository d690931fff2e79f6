import { beforeAll, expect, test } from 'vitest';
import { newId, newPartId } from '#src/domain/id.ts';
import { actorOf, spaceOf } from '#src/domain/space.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { purge } from '#src/sync/server/purge.ts';
import { push, type PushSizes } from '#src/sync/server/push.ts';
import { addCollection, addTask, addTasks, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { readHistory, readLongPage, type HistoryQuery } from './read-history.ts';

describeEachEngine('history', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const pageOf = (user: ServerUser, query: Partial<HistoryQuery> = {}) =>
    database.snapshot((tx) => readHistory(tx, spaceOf(user.id), { limit: 100, ...query }));
  const spaceRow = (user: ServerUser) =>
    database.snapshot((tx) =>
      tx
        .selectFrom('space')
        .select('history_bytes')
        .where('space_id', '=', spaceOf(user.id))
        .executeTakeFirstOrThrow(),
    );
  /** The bytes of all entries, as the space counts them. */
  const bytesIn = async (user: ServerUser) => {
    const { entries } = await pageOf(user);
    return entries.reduce((sum, { rows }) => sum + 200 + Buffer.byteLength(JSON.stringify(rows)), 0);
  };
  const rename = (n: number, of: number, name: string) =>
    mutation(n, 'task.edit', { id: sampleId('task', of), changes: { name }, at: n });
  const remove = (n: number, of: number) => mutation(n, 'task.delete', { id: sampleId('task', of), at: n });
  const purgeTask = (n: number, of: number) => mutation(n, 'task.purge', { id: sampleId('task', of), at: n });

  async function userWithTask(sizes: Partial<PushSizes> = {}): Promise<ServerUser> {
    const user = new ServerUser(database, sizes);
    await user.push(addCollection(1));
    await user.push(addTask(2, task(2, { name: 'Sweep' })));
    return user;
  }

  test('[H1] keeps each change with its time, its door, its operation, and its columns before and after', async () => {
    const user = await userWithTask();
    user.now = 5_000;
    await database.transact((tx) =>
      push(tx, actorOf(user.id, 'Firefox on Windows'), [rename(30, 2, 'Sweep the yard')], user.now),
    );

    const { entries, next } = await pageOf(user);

    expect(next).toBeNull();
    expect(entries.map(({ operation }) => operation)).toEqual(['task.edit', 'task.add', 'collection.add']);
    expect(entries[0]).toMatchObject({
      at: 5_000,
      source: 'Firefox on Windows',
      rows: [
        {
          table: 'task',
          id: sampleId('task', 2),
          before: { name: 'Sweep' },
          after: { name: 'Sweep the yard' },
        },
      ],
    });
    expect(entries[1]?.rows).toMatchObject([{ before: null, after: { name: 'Sweep' } }]);
    expect((await spaceRow(user)).history_bytes).toBe(await bytesIn(user));
  });

  test('[H1] a mutation with a door has that door in place of the device', async () => {
    const user = await userWithTask();
    const imported: Mutation = { ...rename(30, 2, 'Dust'), door: 'Import' };
    await database.transact((tx) =>
      push(tx, actorOf(user.id, 'Firefox on Windows'), [imported, rename(31, 2, 'Mop')], user.now),
    );

    const { entries } = await pageOf(user);

    expect(entries.slice(0, 2).map(({ source }) => source)).toEqual(['Firefox on Windows', 'Import']);
  });

  test('[I6] each entry of an import names its import, and a page can have those of one', async () => {
    const user = await userWithTask();
    const [one, other] = [newId(), newId()];
    const part = (importId: string, name: string): Mutation => ({
      ...rename(1, 2, name),
      id: newPartId(importId),
      door: 'Import',
    });
    // Its id alone makes no import of a change.
    const own = { ...rename(1, 2, 'Mine'), id: newPartId(one) };
    await database.transact((tx) =>
      push(
        tx,
        actorOf(user.id, 'Firefox on Windows'),
        [part(one, 'A'), part(other, 'B'), part(one, 'C'), own],
        user.now,
      ),
    );

    const { entries } = await pageOf(user);
    const names = entries.map(({ importId }) => importId);
    expect(names.slice(0, 4)).toEqual([undefined, names[3], expect.any(String), expect.any(String)]);
    expect(names[2]).not.toBe(names[1]);
    const { entries: ofOther } = await pageOf(user, { importId: names[2] });
    expect(ofOther.map(({ rows }) => rows[0]?.after)).toEqual([{ name: 'B' }]);
  });

  test('[H1] [W5] a mutation that arrives again, is rejected or changes nothing leaves no entry', async () => {
    const user = await userWithTask();
    const again: Mutation = addTask(2, task(2, { name: 'Sweep' }));
    await user.push(again);
    await user.push(rename(40, 9, 'Nothing'));
    await user.push(rename(41, 2, 'Sweep'));

    expect((await pageOf(user)).entries).toHaveLength(2);
  });

  test('[H4] comes in pages, of all rows or of one', async () => {
    const user = await userWithTask();
    await user.push(addTask(3), rename(31, 2, 'Sweep 1'), rename(32, 3, 'Dust'), rename(33, 2, 'Sweep 2'));

    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await pageOf(user, { before, limit: 2 });
      seen.push(...page.entries.map(({ cursor }) => cursor));
      before = page.next ?? undefined;
    } while (before);
    const all = await pageOf(user);
    expect(seen).toEqual(all.entries.map(({ cursor }) => cursor));
    expect(seen).toHaveLength(6);

    const ofRow = await pageOf(user, { row: sampleId('task', 2), limit: 2 });
    expect(ofRow.entries.map(({ rows }) => rows[0]?.after['name'])).toEqual(['Sweep 2', 'Sweep 1']);
    const last = await pageOf(user, { row: sampleId('task', 2), before: ofRow.next ?? undefined });
    expect(last.entries.map(({ operation }) => operation)).toEqual(['task.add']);
  });

  test('[H4] a long page has 1,000 entries, and fewer after 1 MB of changes', async () => {
    const longPageOf = (user: ServerUser, before?: string) =>
      database.snapshot((tx) => readLongPage(tx, spaceOf(user.id), { before }));
    const user = new ServerUser(database);
    await user.push(addCollection(1), ...addTasks(1_249, 2));
    const [first, all] = [await longPageOf(user), await pageOf(user, { limit: 2_000 })];
    const second = await longPageOf(user, first.next ?? '');
    expect([first.entries.length, second.entries.length, second.next]).toEqual([1_000, 250, null]);
    expect([...first.entries, ...second.entries]).toEqual(all.entries);

    const writer = new ServerUser(database);
    const description = 'x'.repeat(16_000);
    const notes = Array.from({ length: 250 }, (_, n) => addTask(n + 2, task(n + 2, { description })));
    await writer.push(addCollection(1), ...notes);
    const long = await longPageOf(writer);
    expect(long.entries).toHaveLength(100);
    expect(long.next).toBe(long.entries.at(-1)?.cursor);
  });

  test('[H4] an entry about several rows is found by each of them, and forgotten with them', async () => {
    const user = new ServerUser(database);
    const due = '2026-06-15' as CalendarDay;
    const id = sampleId('task', 2);
    const occurrenceId = occurrenceIdOf(id, due);
    await user.push(
      addCollection(1),
      addTask(2, task(2, { date: due, repeat: 'FREQ=DAILY', repeatStart: due, repeatDue: due })),
    );
    await user.push(
      mutation(30, 'task.advance', {
        id,
        due,
        now: `${due}T10:00`,
        occurrenceId,
        steps: '',
        renews: 1,
        at: 30,
      }),
    );
    const operationsOf = async (row: string) =>
      (await pageOf(user, { row })).entries.map(({ operation }) => operation);

    expect(await operationsOf(id)).toEqual(['task.advance', 'task.add']);
    expect(await operationsOf(occurrenceId)).toEqual(['task.advance']);

    const expiry = { endedBefore: 0, deletedBefore: 0, recordedBefore: 0, changedBefore: 9_001 };
    await database.transact((tx) => purge(tx, spaceOf(user.id), expiry, 100));
    expect(await operationsOf(occurrenceId)).toEqual([]);
    const left = (tx: Parameters<typeof readHistory>[0]) =>
      tx.selectFrom('history_row').selectAll().where('space_id', '=', spaceOf(user.id)).execute();
    expect(await database.snapshot(left)).toEqual([]);
  });

  test('[H1] tells the changes of a collection and of its tasks, of one door, or of one operation', async () => {
    const user = await userWithTask();
    await user.push(addCollection(9));
    await user.push(
      addTask(3, task(3, { collectionId: sampleId('collection', 9) })),
      rename(31, 2, 'Sweep 1'),
    );
    await database.transact((tx) => push(tx, actorOf(user.id, 'Import'), [rename(32, 3, 'Dust')], user.now));
    const namesOf = async (query: Partial<HistoryQuery>) =>
      (await pageOf(user, query)).entries.map(({ operation }) => operation);

    expect(await namesOf({ collection: sampleId('collection', 9) })).toEqual([
      'task.edit',
      'task.add',
      'collection.add',
    ]);
    expect(await namesOf({ source: 'Import' })).toEqual(['task.edit']);
    expect(await namesOf({ operation: 'task.add' })).toEqual(['task.add', 'task.add']);
    expect(await namesOf({ source: 'Import', operation: 'task.add,task.edit' })).toEqual(['task.edit']);
  });

  test("[H4] nobody reads another user's history", async () => {
    const [user, other] = [await userWithTask(), await userWithTask()];
    await user.push(rename(30, 2, 'Mine'));

    expect((await pageOf(other)).entries).toHaveLength(2);
    expect((await pageOf(other, { row: sampleId('task', 2) })).entries).toHaveLength(1);
  });

  test('[H3] a text that is purged for good leaves the history at once, those of other rows stay', async () => {
    const user = await userWithTask();
    await user.push(addTask(3, task(3, { name: 'Dust' })));
    await user.push(rename(30, 2, 'Sweep the yard'), rename(31, 3, 'Dust the shelf'));
    await user.push(remove(32, 2), purgeTask(33, 2));

    const { entries } = await pageOf(user);

    expect(JSON.stringify(entries)).not.toContain('Sweep');
    expect(JSON.stringify(entries)).toContain('Dust the shelf');
    expect((await spaceRow(user)).history_bytes).toBe(await bytesIn(user));
  });

  test('[H3] a text that is written and purged for good in one push is in no entry', async () => {
    const user = await userWithTask();

    await user.push(rename(30, 2, 'Secret'), remove(31, 2), purgeTask(32, 2));

    const { entries } = await pageOf(user);
    expect(entries).toHaveLength(5);
    expect(JSON.stringify(entries)).not.toMatch(/Sweep|Secret/);
    expect((await spaceRow(user)).history_bytes).toBe(await bytesIn(user));
  });

  test('[H3] texts that nobody can restore any more leave the history with the purge', async () => {
    const user = await userWithTask();
    user.now = 2_000;
    await user.push(remove(32, 2));
    const expiry = { endedBefore: 3_000, deletedBefore: 0, recordedBefore: 0, changedBefore: 0 };

    await database.transact((tx) => purge(tx, spaceOf(user.id), expiry, 100));

    expect(JSON.stringify((await pageOf(user)).entries)).not.toContain('Sweep');
    expect((await spaceRow(user)).history_bytes).toBe(await bytesIn(user));
  });

  test('[H3] what is older than its time goes, and nothing else', async () => {
    const user = await userWithTask();
    user.now = 9_000;
    await user.push(rename(30, 2, 'Young'));
    const expiry = { endedBefore: 0, deletedBefore: 0, recordedBefore: 0, changedBefore: 9_000 };

    const { history } = await database.transact((tx) => purge(tx, spaceOf(user.id), expiry, 100));

    expect(history).toBe(2);
    expect((await pageOf(user)).entries.map(({ operation }) => operation)).toEqual(['task.edit']);
    expect((await pageOf(user, { row: sampleId('task', 2) })).entries).toHaveLength(1);
    expect((await spaceRow(user)).history_bytes).toBe(await bytesIn(user));
  });

  test('[H3] at its limit the oldest entries give way', async () => {
    const user = await userWithTask({ maxHistoryBytes: 3_000_000 });
    const long = (n: number) =>
      mutation(n, 'task.edit', {
        id: sampleId('task', 2),
        changes: { description: String(n).repeat(4_000) },
        at: n,
      });
    for (let n = 1_000; n < 1_150; n += 1) await user.push(long(n));

    const { history_bytes } = await spaceRow(user);
    const { entries } = await pageOf(user, { limit: 1_000 });

    expect(history_bytes).toBeLessThanOrEqual(3_000_000);
    expect(history_bytes).toBeGreaterThan(1_500_000);
    expect(entries[0]?.rows[0]?.after['description']).toBe('1149'.repeat(4_000));
    expect(entries.at(-1)?.operation).toBe('task.edit');
  });
});
