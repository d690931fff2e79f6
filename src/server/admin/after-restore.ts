import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { outdateDevices } from '#src/sync/server/outdate-devices.ts';

/** Rows of a few parameters each, in one transaction: within what both databases take. */
const USERS_AT_ONCE = 1_000;

/**
 * What a database needs that has gone back in time: all devices of all users load anew. Returns how many users there are.
 * Broken off, it is to be run again.
 */
export async function afterRestore(database: AppDatabase): Promise<number> {
  const users = await database.db.selectFrom('user').select('id').execute();
  const now = Date.now();
  for (let start = 0; start < users.length; start += USERS_AT_ONCE) {
    const ids = users.slice(start, start + USERS_AT_ONCE).map(({ id }) => id);
    await database.transact((tx) => outdateDevices(tx, ids, now), 'large');
  }
  return users.length;
}

/** Does to the database file in `dataDir`, which no server uses, what has to be done before one does. Throws MigrationFailed. */
export async function makeRestoredReady(dataDir: string): Promise<void> {
  const database = openDatabase({ dataDir, databaseUrl: null });
  try {
    await migrate(database.db, database.engine);
    await afterRestore(database);
  } finally {
    await database.close();
  }
}
