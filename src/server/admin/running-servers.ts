import { sql, type Kysely } from 'kysely';

import { BUS_NAME } from '#src/server/bus/postgres-channel.ts';
import { SERVER_NAME } from '#src/server/db/postgres.ts';
import type { Database } from '#src/server/db/tables.ts';

/**
 * The number of connections from servers to this PostgreSQL database, without the asking one. Every server
 * has at least one. PgBouncer may add an address to their name (`application_name_add_host`).
 */
export async function serverConnections(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and split_part(application_name, ' - ', 1) in (${SERVER_NAME}, ${BUS_NAME})
  `.execute(db);
  return rows[0]?.count ?? 0;
}
