import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { SunglowError } from '#src/domain/errors.ts';
import type { Config } from '#src/server/config/config.ts';
import {
  DATABASE_FILE,
  openDatabase,
  type AppDatabase,
  type DatabaseOptions,
} from '#src/server/db/database.ts';
import { isUpToDate } from '#src/server/db/migrate.ts';

/** Distinguishes these connections from those of servers. */
const ADMIN_NAME = 'sunglow-admin';
/**
 * One connection holds the lock of a command that keeps servers away (distribute.ts), while the other one
 * works.
 */
const CONNECTIONS = 2;

export class NoDatabase extends SunglowError {
  constructor(message: string) {
    super('NO_DATABASE', message);
  }
}

/**
 * The server's database, also while the server runs. On SQLite both write to one file, in turn; the lock on
 * DATA_DIR keeps away only a second server. With `limits` null, PostgreSQL has no time limits. Throws
 * NoDatabase for a missing database or one of another version, and MadeBeforeRelease.
 */
export async function openForAdmin(config: Config, limits?: DatabaseOptions['limits']): Promise<AppDatabase> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === null && !existsSync(join(dataDir, DATABASE_FILE)))
    throw new NoDatabase(`There is no database in ${dataDir}. Set DATA_DIR, or start Sunglow once.`);
  const database = openDatabase({
    ...config,
    databasePool: CONNECTIONS,
    applicationName: ADMIN_NAME,
    ...(limits !== undefined && { limits }),
  });
  try {
    if (await isUpToDate(database.db, database.engine)) return database;
  } catch (error) {
    await database.close();
    if (error instanceof SunglowError) throw error;
    throw new NoDatabase(
      `The database cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  await database.close();
  throw new NoDatabase('The database is of another version of Sunglow. Start the server of this one first.');
}
