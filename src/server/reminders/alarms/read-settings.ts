import type { Transaction } from 'kysely';
import { reminderSettings, type ReminderSettings } from '#src/reading/remind/reminder-settings.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';

/** The current settings of reminders in a space. */
export async function readSettings(tx: Transaction<Database>, spaceId: SpaceId): Promise<ReminderSettings> {
  const rows = await tx
    .selectFrom('setting')
    .select(['id', 'value'])
    .where('space_id', '=', spaceId)
    .execute();
  const values = new Map(rows.map(({ id, value }) => [id, value]));
  return reminderSettings((name) => values.get(name));
}
