import type { Transaction } from 'kysely';
import { reminderSettings, type ReminderSettings } from '#src/domain/remind/reminder-settings.ts';
import type { Database } from '#src/server/db/tables.ts';

/** A user's settings of reminders, as they are now. */
export async function readSettings(tx: Transaction<Database>, userId: string): Promise<ReminderSettings> {
  const rows = await tx
    .selectFrom('setting')
    .select(['id', 'value'])
    .where('space_id', '=', userId)
    .execute();
  const values = new Map(rows.map(({ id, value }) => [id, value]));
  return reminderSettings((name) => values.get(name));
}
