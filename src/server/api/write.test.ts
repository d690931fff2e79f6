import { expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import type { Hub } from '#src/sync/server/hub.ts';
import { push, PUSH_SIZES, type PushedRows } from '#src/sync/server/push.ts';
import { addCollection, addTask, mutation, sampleId } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import type { WriteCall } from './endpoint.ts';
import { Reach } from './reach.ts';
import { Stamp } from './stamp.ts';
import { write, writeAsBelieved, type Plan } from './write.ts';

const id = sampleId('task', 2);

describeEachEngine('writes', (engine) => {
  /** A user with a task, and a call whose pushes each come after a change by another device. */
  async function withOthers(
    changes: number,
    changed = (n: number): object => ({ description: `Note ${n}` }),
  ) {
    const database = await engine.open();
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), addCollection(3));
    let n = 100;
    const change: Hub['change'] = async (actor, mutations, check) => {
      if (changes-- > 0) {
        n += 1;
        await user.push(mutation(n, 'task.edit', { id, changes: changed(n), at: n }));
      }
      return database.transact(async (tx) => {
        const told: PushedRows[] = [];
        const follow = async (...args: readonly unknown[]) => {
          told.push(args[2] as PushedRows);
          return { rows: 0, committed: undefined };
        };
        const pushed = await push(tx, actor, mutations, 1_000, { ...PUSH_SIZES, follow });
        await check?.(tx, pushed, told[0] as PushedRows);
        return pushed;
      });
    };
    const call = {
      database,
      hub: { change },
      spaceId: spaceOf(user.id),
      token: { id: newId(), userId: user.id, name: 'Planner' },
      reach: new Reach({ collections: null }),
      stamp: new Stamp(newId(), null, new Uint8Array()),
      beforeWrite: async () => {},
      afterWrite: () => {},
    } as unknown as WriteCall;
    let plans = 0;
    const plan: Plan = async () => {
      plans += 1;
      return [{ name: 'task.edit', args: { id, changes: { name: `Plan ${plans}` }, at: 9 } }];
    };
    const nameNow = async () => (await user.pull(0)).rows.task?.[0]?.name;
    return { call, plan, nameNow };
  }

  test('[M3] what a caller believes is compared again when rows change before its operations are done', async () => {
    const { call, plan, nameNow } = await withOthers(2);
    await writeAsBelieved(call, plan);
    expect(await nameNow()).toBe('Plan 3');
  });

  test('[M3] rows that never cease to change reject the write, and nothing of it is done', async () => {
    const { call, plan, nameNow } = await withOthers(1_000);
    await expect(writeAsBelieved(call, plan)).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    expect(await nameNow()).toBe('Task 2');
  });

  test('[A4] a row that a limited token adds is looked at where it is, also when its parent moves meanwhile', async () => {
    const elsewhere = { collectionId: sampleId('collection', 3) };
    const { call, nameNow } = await withOthers(1, () => elsewhere);
    const reach = new Reach({ collections: [sampleId('collection', 1)] });
    const own = sampleId('task', 9);
    const task = {
      id: own,
      name: 'Own',
      description: '',
      date: null,
      collectionId: sampleId('collection', 1),
    };
    const plan: Plan = async () => [
      { name: 'task.add', args: { ...task, parentId: id, at: 9 } },
      { name: 'task.edit', args: { id: own, changes: { name: 'Changed' }, at: 9 } },
    ];
    await expect(write({ ...call, reach }, plan)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await nameNow()).toBe('Task 2');
  });

  test('[A2] another write is planned once', async () => {
    const { call, plan, nameNow } = await withOthers(1);
    await write(call, plan);
    expect(await nameNow()).toBe('Plan 1');
  });
});
