import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What each user has stored counts the labels and the rule of a task too. */
export function longTexts(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await sql`
        update space set stored_bytes = stored_bytes
          + (select coalesce(sum(octet_length(labels) + coalesce(octet_length(repeat), 0)), 0)
            from task where task.user_id = space.user_id)
      `.execute(db);
    },
  };
}
