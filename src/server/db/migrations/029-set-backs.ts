import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds which versions of a user were lost when the database went back in time. */
export function setBacks(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .alterTable('space')
        .addColumn('set_backs', 'text', (c) => c.notNull().defaultTo('[]'))
        .execute();
    },
  };
}
