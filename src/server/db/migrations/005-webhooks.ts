import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The webhooks that tell of tasks (see HookTable). The table `webhook` has those of reminders. */
export const webhooks: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('hook')
      .addColumn('space_id', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('query', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('slot', 'integer', (c) => c.notNull())
      .addColumn('is_filled', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('wake_at', 'bigint')
      .addColumn('lease_until', 'bigint', (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('failing_since', 'bigint')
      .addColumn('failure', 'text')
      .addColumn('sent_at', 'bigint')
      .addColumn('ended', 'text')
      .addPrimaryKeyConstraint('hook_pkey', ['space_id', 'id'])
      .execute();
    // Each server looks for the next messages of all users in one statement.
    await db.schema.createIndex('hook_wake_at').on('hook').column('wake_at').execute();
    await db.schema
      .createTable('hook_watch')
      .addColumn('space_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('step', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('context', 'text', (c) => c.notNull())
      .addColumn('scan_after', 'text')
      .addColumn('wake_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('hook_task')
      .addColumn('space_id', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('slots', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('hook_task_pkey', ['space_id', 'id'])
      .execute();
    await db.schema
      .createTable('hook_message')
      .addColumn('space_id', 'text', (c) => c.notNull())
      .addColumn('hook_id', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('events', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('until', 'bigint', (c) => c.notNull())
      .addColumn('wake_at', 'bigint')
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('tries', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('hook_message_pkey', ['space_id', 'hook_id', 'id'])
      .execute();
    await db.schema
      .createIndex('hook_message_wake_at')
      .on('hook_message')
      .columns(['space_id', 'hook_id', 'wake_at'])
      .execute();
    await db.schema
      .createIndex('hook_message_created_at')
      .on('hook_message')
      .columns(['space_id', 'created_at'])
      .execute();
  },
};
