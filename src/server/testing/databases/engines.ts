import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, describe, inject } from 'vitest';

import { openDatabase, type AppDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import type { Engine } from '#src/server/db/tables.ts';

/** A database engine for tests of the server. */
export interface TestEngine {
  readonly name: Engine;
  /** Creates a new, empty database. */
  create(): Promise<DatabaseOptions>;
  /** A new database with every migration applied; closed after the last test of the file. */
  open(): Promise<AppDatabase>;
}

/** Declares the tests in `define` once for SQLite and once for PostgreSQL, or for `engines` only. */
export function describeEachEngine(
  name: string,
  define: (engine: TestEngine) => void,
  engines: readonly Engine[] = ['sqlite', 'postgres'],
): void {
  for (const engine of engines) {
    describe(`${name} (${engine})`, () => {
      const cleanups: (() => Promise<unknown> | void)[] = [];
      afterAll(async () => {
        for (const cleanup of cleanups.toReversed()) await cleanup();
      });

      const create = async (): Promise<DatabaseOptions> => {
        if (engine === 'postgres') {
          return { dataDir: '', databaseUrl: await createPostgresDatabase() };
        }
        const dataDir = mkdtempSync(join(tmpdir(), 'sunglow-test-'));
        cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
        return { dataDir, databaseUrl: null, durable: false };
      };
      const open = async (): Promise<AppDatabase> => {
        const database = openDatabase(await create());
        cleanups.push(() => database.close());
        await migrate(database.db, database.engine);
        return database;
      };
      define({ name: engine, create, open });
    });
  }
}

/** Creates an empty database on the PostgreSQL of this test run, which removes it at its end. */
async function createPostgresDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
