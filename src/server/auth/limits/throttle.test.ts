import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';

import { clientAddress } from '#src/server/auth/client-address.ts';
import { wrongPasswordLimits } from './limits.ts';
import { Throttle, type Limit } from './throttle.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';

const MINUTE = 60_000;

describeEachEngine('throttle', (engine) => {
  let now: number;
  let database: AppDatabase;
  let throttle: Throttle;

  beforeEach(async () => {
    now = 1_800_000_000_000;
    database = await engine.open();
    throttle = new Throttle(database, () => now);
  });

  /** Runs `count` tries in a row, and returns the number that passed. */
  async function passed(count: number, limits: (i: number) => readonly Limit[]): Promise<number> {
    let through = 0;
    for (let i = 0; i < count; i++) if ((await throttle.take(limits(i))) === 0) through += 1;
    return through;
  }

  const by = (address: string, email: string, device: string | null = null) =>
    wrongPasswordLimits({ address, email, device });
  const limit: Limit = { key: 'door', burst: 3, everyMs: MINUTE };

  test('passes a burst, then one for each interval', async () => {
    expect(await passed(5, () => [limit])).toBe(3);
    expect(await throttle.take([limit])).toBe(MINUTE);
    now += MINUTE - 1;
    expect(await throttle.take([limit])).toBe(1);
    now += 1;
    expect(await passed(5, () => [limit])).toBe(1);
  });

  test('a rejected try does not restart the transaction of others that write at the same time', async () => {
    await passed(3, () => [limit]);
    const other: Limit = { key: 'other', burst: 1, everyMs: MINUTE };
    let runs = 0;
    const write = () =>
      database.transact(async () => {
        runs += 1;
      });

    const waits = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const wait = throttle.take([other, limit]);
        await write();
        return wait;
      }),
    );

    expect(waits).toEqual(Array(10).fill(MINUTE));
    expect(runs).toBe(10);
    // The limit with one try left lost none.
    expect(await throttle.take([other])).toBe(0);
  });

  test('is as before the burst once time has given all of it back', async () => {
    await passed(100, () => [limit]);
    now += 3 * MINUTE;

    expect(await passed(5, () => [limit])).toBe(3);
  });

  test('takes nothing from a limit when another rejects', async () => {
    const other: Limit = { key: 'window', burst: 1, everyMs: MINUTE };
    await throttle.take([other]);

    expect(await throttle.take([limit, other])).toBe(MINUTE);
    expect(await passed(5, () => [limit])).toBe(3);
  });

  test('passes no more when all come at once', async () => {
    const waits = await Promise.all(Array.from({ length: 10 }, () => throttle.take([limit])));

    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  test('forgets limits that are fully given back', async () => {
    for (let i = 0; i < 10; i++) {
      await throttle.take([limit]);
      await throttle.giveBack([limit]);
    }

    expect(await passed(5, () => [limit])).toBe(3);
  });

  test('stops an address that guesses an account before the owner is slowed down', async () => {
    const guesses = await passed(40, () => by('198.51.100.1', 'ada@example.com'));

    expect(guesses).toBe(10);
    expect(await throttle.take(by('198.51.100.2', 'Ada@Example.com'))).toBe(0);
  });

  test('stops many addresses that guess one account', async () => {
    expect(await passed(40, (i) => by(`198.51.100.${i}`, 'ada@example.com'))).toBe(30);
  });

  test('lets the owner in by a browser that the account knows, during attacks from anywhere', async () => {
    await passed(100, (i) => by(`198.51.100.${i % 20}`, 'ada@example.com'));

    expect(await passed(20, () => by('198.51.100.1', 'ada@example.com', 'of ada'))).toBe(10);
  });

  test('stops an address that guesses many accounts', async () => {
    expect(await passed(80, (i) => by('198.51.100.1', `user${i}@example.com`))).toBe(60);
  });

  test('keeps an account shut for no more than a minute', async () => {
    await passed(100, (i) => by(`198.51.100.${i % 20}`, 'ada@example.com'));

    const wait = await throttle.take(by('198.51.100.1', 'ada@example.com'));

    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(MINUTE);
  });
});

describeEachEngine(
  'throttle of a server with few connections',
  (engine) => {
    test('tries that wait for the same limit leave connections to others', async () => {
      const where = await engine.create();
      const other = openDatabase(where);
      await migrate(other.db, other.engine);
      const database = openDatabase({ ...where, databasePool: 3 });
      const throttle = new Throttle(database);
      const limit: Limit = { key: 'door', burst: 20, everyMs: MINUTE };
      await throttle.take([limit]);

      const { promise: end, resolve: release } = Promise.withResolvers<void>();
      const { promise: held, resolve: hold } = Promise.withResolvers<void>();
      const holding = other.transact(async (tx) => {
        await tx.selectFrom('throttle').select('key').forUpdate().execute();
        hold();
        await end;
      });
      await held;
      const waiting = Array.from({ length: 10 }, () => throttle.take([limit]));
      // By now every try that would reach the row has reached it.
      await delay(300);
      const written = await database.transact((tx) => tx.selectFrom('space').selectAll().execute());
      release();

      expect(written).toEqual([]);
      expect(await Promise.all(waiting)).toEqual(Array(10).fill(0));
      await holding;
      await database.close();
      await other.close();
    });
  },
  // SQLite has one writer at a time.
  ['postgres'],
);

describe('the address of a client', () => {
  test.each([
    ['203.0.113.7', null, '203.0.113.7'],
    ['10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.1', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
    ['10.0.0.1', ' 2001:db8::1 ', '2001:db8::1'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['fe80::1%eth0', null, 'fe80::1'],
    [undefined, null, ''],
  ])('connection %s, proxy header %s: %s', (socket, header, address) => {
    expect(clientAddress(socket, header)).toBe(address);
  });
});
