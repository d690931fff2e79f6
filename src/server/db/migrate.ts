import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

import { SunglowError } from '#src/domain/errors.ts';
import { baseline } from '#src/server/db/migrations/001-baseline.ts';
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

/** Append only: what was released is never changed, renamed or removed. */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  return { '001-baseline': baseline(engine) };
}

/**
 * This name stands among the migrations of a database to which another one is being moved (admin/move-database.ts), with the
 * sum of that. As nobody knows such a migration, no server of any version starts on what is half there.
 */
export const MOVE_MARK = 'moving-';

/** How often servers that start together on an empty PostgreSQL may trip over each other. */
const ATTEMPTS = 5;
/**
 * What that looks like. PostgreSQL: unique violation, duplicate table, duplicate object, and whatever comes after one of
 * them in a transaction.
 */
const RACE_STATES: readonly unknown[] = ['23505', '42P07', '42710', '25P02'];

/**
 * Brings the schema up to date: all missing migrations, in order, in one transaction, or none. One of several servers does
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

/** It runs before the transaction: the lock of the migrations is a row in one of them. */
async function makeTablesOfKysely(db: Kysely<Database>): Promise<void> {
  if (await hasTablesOfKysely(db)) return;
  try {
    await runAll(db, {});
  } catch (error) {
    // Another server may have been quicker.
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

/** Whether the database has all migrations, and none that this code does not know. */
export async function isUpToDate(db: Kysely<Database>, engine: Engine): Promise<boolean> {
  if (!(await hasTablesOfKysely(db))) return false;
  const { missing, unknown } = await compareMigrations(db, engine);
  return missing.length === 0 && unknown.length === 0;
}

/** What this code has and the database not, and the other way round. Throws MadeBeforeRelease, and when there was never any. */
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
 * Node.js: nobody listens, no such host, no answer. PostgreSQL: wrong password, no such role, no such database. OpenSSL: a
 * certificate of nobody we trust, of another host, or too old.
 */
const UNREACHABLE: ReadonlySet<unknown> = new Set(
  `ECONNREFUSED ENOTFOUND ETIMEDOUT 28P01 28000 3D000 DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN
  UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID CERT_HAS_EXPIRED`.split(/\s+/),
);
/** What `pg` says of a server that has no TLS, without a code. */
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

/** The first migration that the database has seen and this code does not know, from Kysely's words for it. */
function unknownIn(error: unknown): string | undefined {
  return /previously executed migration (.*) is missing/.exec(reasonOf(error))?.[1];
}

/** Says in words why a database did not do what it was asked to. */
export function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error ? cause.message : String(cause);
}

/** Node.js tells what became of each address of a name that has several. */
function causeOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error;
}
