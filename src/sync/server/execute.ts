import { CompiledQuery, type Compilable, type Transaction } from 'kysely';
import type { SyncTables } from './database.ts';

/** Texts by shape. Adapters tell the engines apart, whose texts differ; every Kysely instance has one of its own. */
const texts = new WeakMap<object, Map<string, string>>();

/** Larger shapes come seldom, and their texts would fill the memory. */
const MAX_KEPT_PARAMETERS = 200;

/**
 * Runs a statement of which there are few shapes: `shape` names all that its text depends on, `parameters` are its values
 * in the order of the text. Building a text takes Kysely longer than running it takes a database, so each is built once.
 */
export async function execute<Row>(
  tx: Transaction<SyncTables>,
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<Row>,
): Promise<Row[]> {
  const { adapter } = tx.getExecutor();
  const known = texts.get(adapter) ?? new Map<string, string>();
  texts.set(adapter, known);
  const text = known.get(shape);
  if (text !== undefined) return (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
  const query = build().compile();
  assertSame(shape, query.parameters, parameters);
  if (parameters.length <= MAX_KEPT_PARAMETERS) known.set(shape, query.sql);
  return (await tx.executeQuery<Row>(query)).rows;
}

/** A mistake in the caller, which any test of the shape shows: the values would go to other places the second time. */
function assertSame(shape: string, built: readonly unknown[], given: readonly unknown[]): void {
  if (built.length !== given.length || built.some((value, i) => value !== given[i])) {
    throw new Error(`The parameters of "${shape}" are not in the order of its text.`);
  }
}
