import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, describe, inject } from 'vitest';

import { openDatabase, type AppDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import type { Engine } from '#src/server/db/tables.ts';

/** One of the two engines that every test of the server runs on. */
export interface TestEngine {
  readonly name: Engine;
  /** Where a fresh, empty database is. */
  create(): Promise<DatabaseOptions>;
  /** A fresh database with every migration applied; closed after the last test of the file. */
  open(): Promise<AppDatabase>;
}

/** Runs the tests that `define` declares once on SQLite and once on PostgreSQL, or on those of `engines` alone. */
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

/** A new, empty database on the PostgreSQL of this test run; it goes with the run. */
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
