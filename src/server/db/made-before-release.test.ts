import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { DATABASE_FILE, openDatabase, type DatabaseOptions } from './database.ts';
import { MadeBeforeRelease, migrate } from './migrate.ts';
import { openForAdmin } from '#src/server/admin/open.ts';
import { readConfig } from '#src/server/config/config.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';

const SENTENCE =
  'A version before 0.1.0 made this database, which stays as it is: export your data in that version (Account, "Export"), start this version on an empty database, and import the file there.';

describeEachEngine('a database of a version before 0.1.0', (engine) => {
  test('ends the start with one sentence on how to move its data, and is not touched', async () => {
    const where = await engine.create();
    await makeEarlier(where);
    const before = await contents(where);

    const server = new ServerProcess(
      await freePort(),
      where.databaseUrl === null ? { dataDir: where.dataDir } : { env: settingsOf(where) },
    );
    onTestFinished(() => server.dispose());
    const code = await server.runToEnd();

    expect([code, server.stdout, server.stderr]).toEqual([1, '', `${SENTENCE}\n`]);
    expect(await contents(where)).toEqual(before);
  });

  test('is rejected by commands and migrations with the same code', async () => {
    const where = await engine.create();
    await makeEarlier(where);
    const database = openDatabase(where);
    onTestFinished(() => database.close());

    // One after the other, so that each rejection is awaited when it comes.
    for (const start of [
      () => openForAdmin(readConfig(settingsOf(where))),
      () => migrate(database.db, engine.name),
    ]) {
      const attempt = start();
      await expect(attempt).rejects.toThrow(MadeBeforeRelease);
      await expect(attempt).rejects.toMatchObject({ code: 'MADE_BEFORE_RELEASE', message: SENTENCE });
    }
  });
});

function settingsOf({ databaseUrl, dataDir }: DatabaseOptions): Record<string, string> {
  if (databaseUrl === null) return { DATA_DIR: dataDir };
  return { DATABASE_URL: databaseUrl, AUTH_SECRET: 'a secret of more than thirty-two characters' };
}

/** A database as an earlier version left it: its first migrations, and a task. */
async function makeEarlier(where: DatabaseOptions): Promise<void> {
  const database = openDatabase(where);
  await migrate(database.db, database.engine, {
    '001-auth': { up: async () => {} },
    '002-sync': {
      up: (db: Kysely<never>) =>
        db.schema
          .createTable('task')
          .addColumn('user_id', 'text')
          .addColumn('id', 'text')
          .addColumn('name', 'text')
          .execute(),
    },
  });
  await sql`insert into task (user_id, id, name) values ('ada', 't1', 'Water')`.execute(database.db);
  await database.close();
}

/** The rows and the migrations, and the bytes of a database file. */
async function contents(where: DatabaseOptions) {
  const file = where.databaseUrl === null ? readFileSync(join(where.dataDir, DATABASE_FILE)) : null;
  const database = openDatabase(where);
  try {
    const tables = await database.db.introspection.getTables({ withInternalKyselyTables: true });
    const tasks = await sql`select * from task`.execute(database.db);
    const migrations = await sql`select * from kysely_migration order by name`.execute(database.db);
    return { file, tables, tasks: tasks.rows, migrations: migrations.rows };
  } finally {
    await database.close();
  }
}
