import { sql } from 'kysely';
import { authInstant } from '#src/server/db/auth-instant.ts';
import { openDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import type { TestBrowser } from '#src/server/testing/processes/test-server.ts';

/** Makes the sessions of the browser's user a day old. */
export async function ageSessions(where: DatabaseOptions, browser: TestBrowser): Promise<void> {
  await ageSessionsOf(where, (await browser.session())?.user.email);
}

/** Makes the sessions of the user with this email a day old. */
export async function ageSessionsOf(where: DatabaseOptions, email: string | undefined): Promise<void> {
  const database = openDatabase(where);
  const yesterday = authInstant(database.engine, Date.now() - 86_400_000);
  await sql`
    update "session" set "createdAt" = ${yesterday}
    where "userId" = (select "id" from "user" where "email" = ${email})
  `.execute(database.db);
  await database.close();
}
