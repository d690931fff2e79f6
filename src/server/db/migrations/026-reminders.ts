import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * When users want to be reminded of tasks (see domain/schema/reminder.ts), and what only the server knows of it: what is to be sent when, and
 * what became of it; to which browsers; and to which webhook.
 */
export function reminders(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      const ofUsers = (table: string): CreateTableBuilder<string> =>
        db.schema
          .createTable(table)
          .addColumn('user_id', 'text', (c) => c.notNull())
          .addColumn('id', 'text', (c) => c.notNull())
          .addPrimaryKeyConstraint(`${table}_pkey`, ['user_id', 'id']);
      await ofUsers('reminder')
        .addColumn('task_id', 'text', (c) => c.notNull())
        .addColumn('remind_at', 'bigint')
        .addColumn('minutes_before', 'integer')
        .addColumn('snoozes', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .addColumn('tombstone_since', 'bigint')
        .addColumn('version', 'bigint', (c) => c.notNull())
        .execute();
      await ofUsers('alarm')
        .addColumn('task_id', 'text')
        .addColumn('due_at', 'bigint', (c) => c.notNull())
        .addColumn('wake_at', 'bigint')
        .addColumn('lease_until', 'bigint', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('tries', 'text', (c) => c.notNull())
        .addColumn('shown_at', 'bigint')
        .addColumn('shown_on', 'text')
        .addColumn('answer', 'text')
        .addColumn('answered_at', 'bigint')
        .addColumn('answered_on', 'text')
        .execute();
      await ofUsers('push_subscription')
        .addColumn('endpoint', 'text', (c) => c.notNull())
        .addColumn('p256dh', 'text', (c) => c.notNull())
        .addColumn('auth', 'text', (c) => c.notNull())
        .addColumn('session_id', 'text', (c) => c.notNull())
        .addColumn('device', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('used_at', 'bigint')
        .execute();
      await ofUsers('webhook')
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('secret', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .execute();
      for (const [table, ...columns] of [
        ['reminder', 'user_id', 'version'],
        ['reminder', 'user_id', 'task_id'],
        ['alarm', 'wake_at'],
        ['alarm', 'user_id', 'task_id'],
        ['alarm', 'user_id', 'due_at'],
      ] as const)
        await db.schema
          .createIndex(`${table}_${columns.at(-1)}`)
          .on(table)
          .columns(columns)
          .execute();
    },
  };
}
