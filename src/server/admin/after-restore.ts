import { spaceOf } from '#src/domain/space.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { outdateDevices } from '#src/sync/server/outdate-devices.ts';

/** The number of users in one transaction, within the parameter limits of both databases. */
const USERS_AT_ONCE = 1_000;

/**
 * Prepares a database that has gone back in time: all devices of all users load anew. Returns the number of
 * users. Run it again if it was interrupted.
 */
export async function afterRestore(database: AppDatabase): Promise<number> {
  const users = await database.db.selectFrom('user').select('id').execute();
  const now = Date.now();
  for (let start = 0; start < users.length; start += USERS_AT_ONCE) {
    const ids = users.slice(start, start + USERS_AT_ONCE).map(({ id }) => id);
    await database.transact((tx) => outdateDevices(tx, ids.map(spaceOf), now), 'large');
  }
  return users.length;
}

/**
 * Prepares the database file in `dataDir`, which no server uses, for the next server. Throws MigrationFailed.
 */
export async function makeRestoredReady(dataDir: string): Promise<void> {
  const database = openDatabase({ dataDir, databaseUrl: null });
  try {
    await migrate(database.db, database.engine);
    await afterRestore(database);
  } finally {
    await database.close();
  }
}
