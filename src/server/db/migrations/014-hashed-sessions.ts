import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { Database, Engine } from '#src/server/db/tables.ts';

const SLICE = 500;
const LONGEST_MS = 90 * 86_400_000;

/** Tokens of sessions are stored as their SHA-256, base64url, and no session lasts longer than 90 days. */
export function hashedSessions(engine: Engine): Migration {
  return { up: engine === 'postgres' ? onPostgres : onSqlite };
}

async function onPostgres(db: Kysely<Database>): Promise<void> {
  await sql`
    update session set
      token = rtrim(translate(encode(sha256(convert_to(token, 'UTF8')), 'base64'), '+/', '-_'), '='),
      "expiresAt" = least("expiresAt", "createdAt" + interval '90 days')`.execute(db);
}

async function onSqlite(db: Kysely<Database>): Promise<void> {
  // The old ones would otherwise stay in the file, and in its backups, where rows were.
  await sql`pragma secure_delete = on`.execute(db);
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('session')
      .select(['id', 'token', 'createdAt', 'expiresAt'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE)
      .execute();
    for (const { id, token, createdAt, expiresAt } of rows) {
      const end = new Date(createdAt).getTime() + LONGEST_MS;
      await db
        .updateTable('session')
        .set({
          token: createHash('sha256').update(token).digest('base64url'),
          expiresAt: new Date(Math.min(new Date(expiresAt).getTime(), end)).toISOString(),
        })
        .where('id', '=', id)
        .execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
