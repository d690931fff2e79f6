import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What sync keeps (see SyncTables). Every key and index is led by `user_id`, and nothing refers across tables, so that
 * the same schema runs where a user's rows are placed by that column (Citus, CockroachDB, YugabyteDB).
 */
export function sync(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('space')
        .addColumn('user_id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('version', 'bigint', (c) => c.notNull())
        .addColumn('task_count', 'integer', (c) => c.notNull())
        .addColumn('collection_count', 'integer', (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('collection')
        .addColumn('user_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('color', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .addColumn('version', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('collection_pkey', ['user_id', 'id'])
        .execute();
      await db.schema
        .createIndex('collection_version')
        .on('collection')
        .columns(['user_id', 'version'])
        .execute();
      // The index is not unique: live names are kept apart by the mutator, under the lock on the user's space row. A batch may swap
      // names by way of a state that a unique index would reject, as rows are written in one go at its end.
      await db.schema.createIndex('collection_name').on('collection').columns(['user_id', 'name']).execute();

      await db.schema
        .createTable('task')
        .addColumn('user_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('description', 'text', (c) => c.notNull())
        .addColumn('date', 'text', (c) => c.notNull())
        .addColumn('collection_id', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('completed_at', 'bigint')
        .addColumn('deleted_at', 'bigint')
        .addColumn('version', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('task_pkey', ['user_id', 'id'])
        .execute();
      await db.schema.createIndex('task_version').on('task').columns(['user_id', 'version']).execute();
      await db.schema
        .createIndex('task_collection')
        .on('task')
        .columns(['user_id', 'collection_id'])
        .execute();

      await db.schema
        .createTable('mutation')
        .addColumn('user_id', 'text', (c) => c.notNull())
        .addColumn('mutation_id', 'text', (c) => c.notNull())
        .addColumn('outcome', 'text')
        .addColumn('version', 'bigint', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('mutation_pkey', ['user_id', 'mutation_id'])
        .execute();
      await db.schema
        .createIndex('mutation_created')
        .on('mutation')
        .columns(['user_id', 'created_at'])
        .execute();
    },
  };
}
