import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

import { SunglowError } from '#src/domain/errors.ts';
import { baseline } from '#src/server/db/migrations/001-baseline.ts';
import { history } from '#src/server/db/migrations/002-history.ts';
import { feeds } from '#src/server/db/migrations/003-feeds.ts';
import { accessToken } from '#src/server/db/migrations/004-access-token.ts';
import { webhooks } from '#src/server/db/migrations/005-webhooks.ts';
import { proposals } from '#src/server/db/migrations/006-proposals.ts';
import { taskDate } from '#src/server/db/migrations/007-task-date.ts';
import { historyImport } from '#src/server/db/migrations/008-history-import.ts';
import { historyToken } from '#src/server/db/migrations/009-history-token.ts';
import type { Database, Engine } from './tables.ts';

export class MigrationFailed extends SunglowError {
  constructor(message: string, cause: unknown) {
    super('MIGRATION_FAILED', message, { cause });
  }
}

/** The first migration of every database that a version before 0.1.0 made. */
const FIRST_BEFORE_RELEASE = '001-auth';

export class MadeBeforeRelease extends SunglowError {
  constructor() {
    super(
      'MADE_BEFORE_RELEASE',
      'A version before 0.1.0 made this database, which stays as it is: export your data in that version (Account, "Export"), start this version on an empty database, and import the file there.',
    );
  }
}

/** Append only: a released migration is never changed, renamed or removed. */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  return {
    '001-baseline': baseline(engine),
    '002-history': history(engine),
    '003-feeds': feeds,
    '004-access-token': accessToken,
    '005-webhooks': webhooks,
    '006-proposals': proposals,
    '007-task-date': taskDate,
    '008-history-import': historyImport,
    '009-history-token': historyToken,
  };
}

/**
 * The prefix of a mark among the migrations of a database that a move is filling (admin/move-database.ts).
 * The sum of the source follows it. No server of any version knows this migration, so none starts on a
 * half-filled database.
 */
export const MOVE_MARK = 'moving-';

/** The number of attempts of each server when several start together on an empty PostgreSQL. */
const ATTEMPTS = 5;
/**
 * The states of PostgreSQL when two servers create the same tables: unique violation, duplicate table,
 * duplicate object, and statements after one of these in a transaction.
 */
const RACE_STATES: readonly unknown[] = ['23505', '42P07', '42710', '25P02'];

/**
 * Runs all missing migrations in order, in one transaction: all of them or none. One of several servers does
 * it, and the others wait. Throws MigrationFailed, or MadeBeforeRelease.
 */
export async function migrate(
  db: Kysely<Database>,
  engine: Engine,
  migrations: Record<string, Migration> = migrationsFor(engine),
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await makeTablesOfKysely(db);
      await db.transaction().execute((tx) => runAll(tx, migrations));
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !RACE_STATES.includes((error as { code?: unknown }).code)) {
        throw unknownIn(error) === FIRST_BEFORE_RELEASE
          ? new MadeBeforeRelease()
          : new MigrationFailed(explain(error), error);
      }
    }
  }
}

/** Runs before the transaction of the migrations, as their lock is a row in one of these tables. */
async function makeTablesOfKysely(db: Kysely<Database>): Promise<void> {
  if (await hasTablesOfKysely(db)) return;
  try {
    await runAll(db, {});
  } catch (error) {
    // Another server may have made the tables first.
    if (!(await hasTablesOfKysely(db))) throw error;
  }
}

async function hasTablesOfKysely(db: Kysely<Database>): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return ['kysely_migration', 'kysely_migration_lock'].every((own) =>
    tables.some(({ name }) => name === own),
  );
}

async function runAll(db: Kysely<Database>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** True when the database has all migrations, and none that this code does not know. */
export async function isUpToDate(db: Kysely<Database>, engine: Engine): Promise<boolean> {
  if (!(await hasTablesOfKysely(db))) return false;
  const { missing, unknown } = await compareMigrations(db, engine);
  return missing.length === 0 && unknown.length === 0;
}

/**
 * The migrations that the database misses, and the migrations that this code does not know. Throws
 * MadeBeforeRelease, and throws where no migration ever ran.
 */
export async function compareMigrations(db: Kysely<Database>, engine: Engine) {
  const known = Object.keys(migrationsFor(engine));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const applied = rows.map(({ name }) => name);
  if (applied.includes(FIRST_BEFORE_RELEASE)) throw new MadeBeforeRelease();
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/**
 * Node.js: connection refused, host not found, no answer. PostgreSQL: wrong password, unknown role, unknown
 * database. OpenSSL: a certificate that is not trusted, of another host, or expired.
 */
const UNREACHABLE: ReadonlySet<unknown> = new Set(
  `ECONNREFUSED ENOTFOUND ETIMEDOUT 28P01 28000 3D000 DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN
  UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID CERT_HAS_EXPIRED`.split(/\s+/),
);
/** The message of `pg` for a server without TLS. The error has no code. */
const NO_TLS = 'The server does not support SSL connections';

function explain(error: unknown): string {
  const cause = causeOf(error);
  const reason = reasonOf(error);
  const unknown = unknownIn(error);
  if (unknown?.startsWith(MOVE_MARK)) {
    return 'A move to this database was begun and not finished. Run npm run admin -- move-database again.';
  }
  if (unknown !== undefined) {
    return 'A newer Sunglow has used this database. Run that version, or a newer one.';
  }
  if (UNREACHABLE.has((cause as { code?: unknown }).code) || reason === NO_TLS) {
    return `The database cannot be used: ${reason}. Check DATABASE_URL.`;
  }
  return `The database could not be brought up to date: ${reason}`;
}

/** The first migration in the database that this code does not know, taken from Kysely's message. */
function unknownIn(error: unknown): string | undefined {
  return /previously executed migration (.*) is missing/.exec(reasonOf(error))?.[1];
}

/** The message of the underlying error, for people. */
export function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error ? cause.message : String(cause);
}

/** Node.js gives one error for each address of a name that has several. */
function causeOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error;
}
