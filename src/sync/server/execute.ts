import { CompiledQuery, PostgresAdapter, type Compilable, type Transaction } from 'kysely';
import type { SyncTables } from './database.ts';

/** The texts of statements by their shape. Adapters tell the engines apart, whose texts differ; every Kysely instance has one of its own. */
const compiled = new WeakMap<object, Map<string, CompiledQuery>>();

/** Larger shapes come seldom, and their texts would fill the memory. */
const MAX_KEPT_PARAMETERS = 1_000;

/**
 * A statement of which there are few shapes: `shape` names all that its text depends on, `parameters` are its values in
 * the order of the text. Building a text takes Kysely longer than running it takes a database, so each is built once.
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
 * Runs statements in their order; resolves to the rows of each. PostgreSQL gets them together, so that all of them cost
 * one round trip: once one has failed it rejects the rest of a transaction. SQLite may have ended the transaction
 * by then, and would keep what comes after; there each waits for the one before, which costs nothing.
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

/** A mistake in the caller, which any test of the shape shows: the values would go to other places the second time. */
function assertSame(shape: string, built: readonly unknown[], given: readonly unknown[]): void {
  if (built.length !== given.length || built.some((value, i) => value !== given[i])) {
    throw new Error(`The parameters of "${shape}" are not in the order of its text.`);
  }
}
