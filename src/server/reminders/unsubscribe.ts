import type { Kysely } from 'kysely';
import { MAIL_LINK_PATH, UNSUBSCRIBE_PATH } from '#src/domain/identity/mail-link.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';
import type { ReminderSecrets } from './secrets.ts';

/** Laws require a link in a mail to work for a month. */
const LIFETIME_MS = 30 * 86_400_000;

export interface UnsubscribeLinks {
  /** A page of the app, for people. The token is behind `#`. */
  readonly page: string;
  /** The address for mail programs. */
  readonly oneClick: string;
}

interface LinkOptions {
  readonly db: Kysely<Database>;
  readonly secrets: ReminderSecrets;
  readonly publicUrl: string;
}

/**
 * The links that end a user's reminders by mail. They hold until the user chooses other ways. `now`: ms since
 * 1970 UTC.
 */
export async function unsubscribeLinks(
  { db, secrets, publicUrl }: LinkOptions,
  userId: string,
  now: number,
): Promise<UnsubscribeLinks> {
  const changedAt = await waysChangedAt(db, userId);
  const token = secrets.linkToken({ userId, changedAt, endsAt: now + LIFETIME_MS });
  return {
    page: `${publicUrl}${MAIL_LINK_PATH}#unsubscribe=${token}`,
    oneClick: `${publicUrl}${UNSUBSCRIBE_PATH}/${token}`,
  };
}

/** When the user last chose the ways, ms since 1970 UTC. 0 for never. */
export async function waysChangedAt(db: Kysely<Database>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select('updated_at')
    .where('space_id', '=', spaceOf(userId))
    .where('id', '=', 'reminderWays')
    .executeTakeFirst();
  return row?.updated_at ?? 0;
}
