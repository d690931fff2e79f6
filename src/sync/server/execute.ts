import { CompiledQuery, PostgresAdapter, type Compilable, type Transaction } from 'kysely';
import type { SyncTables } from './database.ts';

/**
 * The texts of statements by their shape, for each adapter. The engines have different texts, and every Kysely instance
 * has its own adapter.
 */
const compiled = new WeakMap<object, Map<string, CompiledQuery>>();

/** Larger shapes are rare, and their texts would fill the memory. */
const MAX_KEPT_PARAMETERS = 1_000;

/**
 * A statement of one of few shapes. `shape` names everything that the text depends on; `parameters` are its values in
 * the order of the text. Kysely takes longer to build a text than a database to run it, so each text is built once.
 */
export function statement<Row>(
  tx: Transaction<SyncTables>,
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<Row>,
): CompiledQuery<Row> {
  const { adapter } = tx.getExecutor();
  const queries = compiled.get(adapter) ?? new Map<string, CompiledQuery>();
  compiled.set(adapter, queries);
  const known = queries.get(shape);
  if (known) return { ...known, parameters };
  const query = build().compile();
  assertSame(shape, query.parameters, parameters);
  if (parameters.length <= MAX_KEPT_PARAMETERS) queries.set(shape, CompiledQuery.raw(query.sql));
  return query;
}

/**
 * Runs statements in their order, and resolves to the rows of each. PostgreSQL gets all of them in one round trip:
 * after a failure it rejects the rest of the transaction. SQLite may end the transaction at a failure and would keep
 * later writes, so each statement waits for the one before. That costs SQLite nothing.
 */
export async function execute<Rows extends readonly unknown[] | []>(
  tx: Transaction<SyncTables>,
  statements: { readonly [Index in keyof Rows]: CompiledQuery<Rows[Index]> },
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  const executor = tx.getExecutor();
  const rows = await executor.provideConnection(async (connection) => {
    const run = async (query: CompiledQuery) => (await connection.executeQuery(query)).rows;
    if (executor.adapter instanceof PostgresAdapter) return Promise.all(statements.map(run));
    const results: unknown[][] = [];
    for (const query of statements) results.push(await run(query));
    return results;
  });
  return rows as { [Index in keyof Rows]: Rows[Index][] };
}

/**
 * Finds a mistake in the caller: with parameters in another order, the kept text would get them in the wrong places.
 * Any test of the shape shows it.
 */
function assertSame(shape: string, built: readonly unknown[], given: readonly unknown[]): void {
  if (built.length !== given.length || built.some((value, i) => value !== given[i])) {
    throw new Error(`The parameters of "${shape}" are not in the order of its text.`);
  }
}
