import { Client } from 'pg';

import type { PlanNode } from './statement-rules.ts';

/** A connection for plans, as in an installation whose tables are far too large for sequential scans. */
export async function connectForPlans(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('set enable_seqscan = off');
  // The tables do not fit into memory either: PostgreSQL would build a hash table of a small one.
  await client.query("set work_mem = '64kB'; set hash_mem_multiplier = 1");
  return client;
}

/** The plan of a statement, with a small number for its limit. */
export async function planOf(client: Client, statement: string): Promise<PlanNode> {
  const sql = statement.replace(/limit \$\d+(\)?)$/, 'limit 10$1');
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${sql}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error(`There is no plan of ${sql}`);
  return plan;
}
