import type { KyselyPlugin } from 'kysely';
import type { AppDatabase } from '#src/server/db/database.ts';

/**
 * The same database, and the columns of all rows that its transactions read through Kysely's query builder.
 */
export function watchColumns(database: AppDatabase): {
  readonly database: AppDatabase;
  readonly columns: Set<string>;
} {
  const columns = new Set<string>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      for (const row of result.rows) for (const name of Object.keys(row)) columns.add(name);
      return result;
    },
  };
  const watched: AppDatabase = {
    ...database,
    transact: (work, size) => database.transact((tx) => work(tx.withPlugin(plugin)), size),
    snapshot: (work) => database.snapshot((tx) => work(tx.withPlugin(plugin))),
  };
  return { database: watched, columns };
}
