import type { Client } from 'pg';

import { problemsOfText } from './statement-rules.ts';

/** Changes of the schema that Citus applies to all nodes. */
const SCHEMA_CHANGE = /^(create table|create (unique )?index|drop index|drop table|alter table)\b/;
const ROWS = /^(select|insert|update|delete)\b/;

/**
 * Citus's problems with a statement of a migration. `client`: a connection to a database with the finished
 * schema.
 */
export async function problemsOfMigration(client: Client, statement: string): Promise<string[]> {
  if (SCHEMA_CHANGE.test(statement)) return [];
  if (!ROWS.test(statement)) return ['neither a change of the schema nor a statement over rows'];
  const functions = await changingFunctions(client, statement);
  return [
    ...problemsOfText(statement),
    // Citus: "STABLE functions used in UPDATE queries cannot be called with column references"
    ...functions.map((name) => `${name} is not IMMUTABLE`),
  ];
}

/** The functions and operators of a statement, with their types, that are not IMMUTABLE in PostgreSQL. */
async function changingFunctions(client: Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc where oid = any ($1) and provolatile <> 'i' order by 1`,
    [await functionsOf(client, statement)],
  );
  return rows.map(({ name }) => name);
}

/** The object ids of a statement's functions, from PostgreSQL's parse tree. */
async function functionsOf(client: Client, statement: string): Promise<string[]> {
  let tree = '';
  const keep = ({ detail }: { readonly detail?: string | undefined }) => {
    tree += detail ?? '';
  };
  client.on('notice', keep);
  await client.query('set client_min_messages = log; set debug_print_parse = on');
  try {
    await client.query(`explain (generic_plan) ${statement}`);
  } finally {
    await client.query('reset debug_print_parse; reset client_min_messages');
    client.off('notice', keep);
  }
  return [...tree.matchAll(/:(?:op)?funcid (\d+)/g)].flatMap(([, id]) => id ?? []);
}
