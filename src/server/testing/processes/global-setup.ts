import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';

import { openDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the PostgreSQL that all server tests share. */
    postgresUrl: string;
    /** A database with many users, for plans of statements. */
    plansUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster();
  project.provide('postgresUrl', cluster.url);
  await fillForPlans(cluster.url);
  project.provide('plansUrl', cluster.url);
  return () => cluster.stop();
}

const USERS = 'generate_series(1, 1000) u';
const ROWS = {
  user: `(id, name, email, "emailVerified", "createdAt", "updatedAt", "phoneNumber")
    select 'user ' || u, 'Name', u || '@example.com', true, now(), now(), u from ${USERS}`,
  session: `select 's' || u, now(), 't' || u, now(), now(), null, null, 'user ' || u from ${USERS}`,
  account: `(id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
    select 'a' || u, 'user ' || u, 'credential', 'user ' || u, now(), now() from ${USERS}`,
  passkey: `(id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
    select 'p' || u, '', 'user ' || u, 'c' || u, 0, '', false from ${USERS}`,
  twoFactor: `(id, secret, "backupCodes", "userId") select 'f' || u, 's' || u, '', 'user ' || u from ${USERS}`,
  verification: `select 'v' || u, 'i' || u, '', now(), now(), now() from ${USERS}`,
  rateLimit: `select 'r' || u, 'k' || u, 0, u from ${USERS}`,
  throttle: `select 'k' || u, u from ${USERS}`,
  device: `select 'user ' || u, 'h' || u, u from ${USERS}`,
  invitation: `select 'k' || u, null, u from ${USERS}`,
  deleted_user: `select 'k' || u, u from ${USERS}`,
  space: `(space_id, version, purged_version, stored_bytes)
    select 'user ' || u, 100, 100, 1 from ${USERS}`,
  collection: `(space_id, id, name, color, created_at, deleted_at, version, position)
    select 'user ' || u, 'c' || c, 'Name ' || c, '#FFCC33', c, case when c > 2 then c end, c, c
    from ${USERS}, generate_series(1, 5) c`,
  task: `(space_id, id, name, description, collection_id, created_at, updated_at, deleted_at, version)
    select 'user ' || u, 't' || t, 'Name', '', 'c1', t, t, case when t % 9 = 0 then t end, t
    from ${USERS}, generate_series(1, 50) t`,
  mutation: `select 'user ' || u, 'm' || m, null, m, m from ${USERS}, generate_series(1, 50) m`,
};

/** Adds so many users and rows that the planner avoids sequential scans. */
async function fillForPlans(databaseUrl: string): Promise<void> {
  const database = openDatabase({ dataDir: '', databaseUrl });
  const { db, engine } = database;
  await migrate(db, engine);
  for (const [table, rows] of Object.entries(ROWS))
    await sql`insert into ${sql.table(table)} ${sql.raw(rows)}`.execute(db);
  await sql`analyze`.execute(db);
  await database.close();
}
