import type { Kysely } from 'kysely';

/** Alarms (see AlarmTable), and the browsers and the webhook that receive a user's reminders. */
export async function createReminding(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('alarm')
    .addColumn('space_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
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
    .addPrimaryKeyConstraint('alarm_pkey', ['space_id', 'id'])
    .execute();
  await db.schema.createIndex('alarm_task_id').on('alarm').columns(['space_id', 'task_id']).execute();
  await db.schema.createIndex('alarm_due_at').on('alarm').columns(['space_id', 'due_at']).execute();
  // Each server looks for the next alarms of all users in one statement.
  await db.schema.createIndex('alarm_wake_at').on('alarm').column('wake_at').execute();

  await db.schema
    .createTable('push_subscription')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('push_subscription_pkey', ['user_id', 'id'])
    .execute();

  await db.schema
    .createTable('webhook')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('webhook_pkey', ['user_id', 'id'])
    .execute();
}
