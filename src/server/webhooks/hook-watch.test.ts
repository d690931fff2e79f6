import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import { deleteUser } from '#src/server/auth/deleted-users.ts';
import { forgetAccess } from '#src/server/auth/sessions/forget-access.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { hookStatements } from '#src/server/testing/databases/statement-hook.ts';
import { forEachTest } from '#src/server/webhooks/testing/for-each-test.ts';
import { Receiver } from '#src/server/webhooks/testing/receiver.ts';
import { TellingServer } from '#src/server/webhooks/testing/telling-server.ts';
import { lookAtSpace } from '#src/server/webhooks/watch/look-at-space.ts';
import { writeLook } from '#src/server/webhooks/watch/write-look.ts';
import { addCollection, addTask, addTasks } from '#src/sync/testing/samples.ts';

const NOW = Date.parse('2026-06-15T07:00:00Z');
const LOCK_ORDER = ['hook_watch', 'hook', 'hook_message'];

describeEachEngine('the lock of webhooks', (engine) => {
  let database: AppDatabase;
  let receiver: Receiver;
  let server: TellingServer;
  forEachTest(engine, NOW, (parts) => ({ database, receiver, server } = parts));

  test.for([
    ['access is forgotten', (userId: string) => database.transact((tx) => forgetAccess(tx, userId))],
    ['the account is deleted', (userId: string) => deleteUser(database, userId, NOW)],
    [
      'the webhook is revoked',
      (userId: string, hookId: string) => server.webhooks.hooks.revoke(userId, hookId),
    ],
  ] as const)('[A5] nothing is left when %s while a look is written', async ([, remove]) => {
    const userId = randomUUID();
    const spaceId = spaceOf(userId);
    // The look finds the first tasks of a new webhook, and is not done.
    await server.push(userId, addCollection(1), ...addTasks(300, 101));
    const added = await server.webhooks.add(userId, {
      name: 'Board',
      query: 'view all',
      address: receiver.url,
    });
    const looked = await lookAtSpace(database, spaceId, NOW, async () => {});
    expect(looked?.slots.size).toBe(250);
    const [written, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const look = database.transact(async (tx) => {
      expect(await writeLook(tx, looked!, NOW)).toBe(true);
      written.resolve();
      await goOn.promise;
    });
    await written.promise;

    const removed = remove(userId, added!.id);
    // On SQLite, the one connection is taken.
    const isWaiting = async () => engine.name === 'sqlite' || (await waiting(database)) === 1;
    await expect.poll(isWaiting).toBe(true);
    goOn.resolve();
    await Promise.all([look, removed]);

    expect(await server.stored(userId)).toBe('[[],[],[],[]]');
    expect(await database.transact((tx) => writeLook(tx, looked!, NOW))).toBe(false);
  });
});

/** The statements that wait for a lock. */
async function waiting({ db }: AppDatabase): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting ?? 0;
}

describeEachEngine(
  'the lock order of webhooks',
  (engine) => {
    test('[A5] each transaction locks the watch first, then a webhook, then its messages', async () => {
      const database = await engine.open();
      const server = new TellingServer(database, { now: NOW });
      const receiver = await Receiver.start(server.clock);
      const userId = randomUUID();
      const orders = new Set<string>();
      const end = watchOrders(orders);
      const { hooks } = server.webhooks;
      let next = 100;
      const change = async () => {
        await server.push(userId, addTask(next++));
        await server.settle();
      };

      await server.push(userId, addCollection(1));
      const { id } = await server.add(userId, 'view all', receiver);
      await server.add(userId, 'view all', receiver);
      await change();
      const [message] = await server.messages(userId, id);
      expect(await server.webhooks.sendAgain(userId, id, message?.id ?? '')).toBe(true);
      receiver.status(410);
      await change();
      expect(await server.listed(userId)).toMatchObject({ ended: 'GONE' });
      expect(await server.webhooks.turnOn(userId, id)).toBe(true);
      expect(await hooks.revoke(userId, id)).toBe(true);
      await server.settle();
      await database.transact((tx) => forgetAccess(tx, userId));
      await server.add(userId, 'view all', receiver);
      await deleteUser(database, userId, NOW);

      end();
      receiver.stop();
      expect(server.errors).toEqual([]);
      expect(orders).toContain(LOCK_ORDER.join(' '));
      for (const order of orders) {
        const tables = order.split(' ');
        expect(tables).toEqual(LOCK_ORDER.filter((table) => tables.includes(table)));
      }
    });
  },
  ['postgres'],
);

/** Collects the order in which each transaction writes to the tables first. Returns a function that ends it. */
function watchOrders(orders: Set<string>): () => void {
  const locked = new WeakMap<object, string[]>();
  return hookStatements((query, connection) => {
    const tables = locked.get(connection);
    const table = /^(?:insert into|update|delete from) "(hook\w*)"/.exec(query.sql)?.[1];
    if (/^(?:begin|start)/.test(query.sql)) locked.set(connection, []);
    else if (/^(?:commit|rollback)/.test(query.sql)) {
      if (tables && tables.length > 0) orders.add(tables.join(' '));
      locked.delete(connection);
    } else if (tables && table && LOCK_ORDER.includes(table) && !tables.includes(table)) tables.push(table);
    return query;
  });
}
