import { sql, type CreateTableBuilder, type Kysely } from 'kysely';

/**
 * The tables of sync (see SyncTables). Every key and index begins with `space_id`, and no table refers to
 * another. The same schema therefore runs where that column places the rows of a space (Citus, CockroachDB,
 * YugabyteDB).
 */
export async function createRows(db: Kysely<never>): Promise<void> {
  await createSpaces(db);
  await createCollections(db);
  await createTasks(db);
  await createReminders(db);
  await createChoices(db);
}

async function createSpaces(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('space')
    .addColumn('space_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('live_counts', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('stored_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('outcome_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('purged_version', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('set_backs', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();

  await db.schema
    .createTable('mutation')
    .addColumn('space_id', 'text', (c) => c.notNull())
    .addColumn('mutation_id', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('mutation_pkey', ['space_id', 'mutation_id'])
    .execute();
  await createIndexes(db, 'mutation', { created: ['created_at'] });
}

async function createCollections(db: Kysely<never>): Promise<void> {
  await create(db, 'collection', (table) =>
    table
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('color', 'text', (c) => c.notNull())
      .addColumn('position', 'double precision', (c) => c.notNull().defaultTo(0))
      .addColumn('parent_id', 'text')
      .addColumn('archived_at', 'bigint')
      .addColumn('is_favourite', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('layout', 'text', (c) => c.notNull().defaultTo('list'))
      .addColumn('purged_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  );
  // The index is not unique: the mutator keeps live names apart, under the lock on the space row. A batch may
  // swap names through a state that a unique index would reject, as its rows are written together at the end.
  await createIndexes(db, 'collection', { name: ['name'], position: ['position'], parent: ['parent_id'] });

  await create(db, 'section', (table) =>
    table
      .addColumn('collection_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  );
  await createIndexes(db, 'section', { name: ['name'], owner: ['collection_id', 'deleted_at'] });

  await create(db, 'label', (table) =>
    table
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('color', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  );
  await createIndexes(db, 'label', { name: ['name'] });
}

async function createTasks(db: Kysely<never>): Promise<void> {
  await create(db, 'task', (table) =>
    table
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('date', 'text')
      .addColumn('collection_id', 'text', (c) => c.notNull())
      .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(4))
      .addColumn('time', 'text')
      .addColumn('zone', 'text')
      .addColumn('duration', 'integer')
      .addColumn('deadline', 'text')
      .addColumn('parent_id', 'text')
      .addColumn('section_id', 'text')
      .addColumn('labels', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('place', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('day_place', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('repeat', 'text')
      .addColumn('repeat_from', 'text', (c) => c.notNull().defaultTo('date'))
      .addColumn('repeat_start', 'text')
      .addColumn('repeat_due', 'text')
      .addColumn('cycle_at', 'bigint')
      .addColumn('done_in', 'bigint')
      .addColumn('series_id', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('completed_at', 'bigint'),
  );
  // This index finds and counts the tasks that a collection owns, and reads no others (see Ownership).
  await createIndexes(db, 'task', { owner: ['collection_id', 'deleted_at', 'completed_at', 'parent_id'] });
  // Most tasks have no parent, and are written without this index.
  await db.schema
    .createIndex('task_below')
    .on('task')
    .columns(['space_id', 'parent_id', 'deleted_at'])
    .where(sql.ref('parent_id'), 'is not', null)
    .execute();
  // Tombstones are few compared with tasks.
  await db.schema
    .createIndex('task_tombstone')
    .on('task')
    .columns(['space_id', 'tombstone_since'])
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('task_deleted_text')
    .on('task')
    .columns(['space_id', 'tombstone_since'])
    .where(sql<boolean>`deleted_at is not null and name <> ''`)
    .execute();
}

async function createReminders(db: Kysely<never>): Promise<void> {
  await create(db, 'reminder', (table) =>
    table
      .addColumn('task_id', 'text', (c) => c.notNull())
      .addColumn('remind_at', 'bigint')
      .addColumn('minutes_before', 'integer')
      .addColumn('snoozes', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  );
  await createIndexes(db, 'reminder', { task_id: ['task_id'] });
}

async function createChoices(db: Kysely<never>): Promise<void> {
  await create(db, 'setting', (table) =>
    table
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull()),
  );
  await create(db, 'dismissal', (table) =>
    table
      .addColumn('wording', 'text', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  );
  await create(db, 'filter', (table) =>
    table
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('query', 'text', (c) => c.notNull())
      .addColumn('color', 'text')
      .addColumn('is_favourite', 'integer', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  );
}

/**
 * Creates a table of the schema: the key, then `fields`, then the columns that every table of the schema has.
 */
async function create(
  db: Kysely<never>,
  table: string,
  fields: (table: CreateTableBuilder<string>) => CreateTableBuilder<string>,
): Promise<void> {
  const keyed: CreateTableBuilder<string> = db.schema
    .createTable(table)
    .addColumn('space_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint(`${table}_pkey`, ['space_id', 'id']);
  await fields(keyed)
    .addColumn('deleted_at', 'bigint')
    .addColumn('tombstone_since', 'bigint')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute();
  await createIndexes(db, table, { version: ['version'] });
}

/** `indexes`: the columns after `space_id`, by the last part of the index's name. */
async function createIndexes(
  db: Kysely<never>,
  table: string,
  indexes: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(`${table}_${name}`)
      .on(table)
      .columns(['space_id', ...columns])
      .execute();
}
