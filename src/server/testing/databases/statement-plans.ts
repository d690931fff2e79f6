import { Client } from 'pg';

import type { PlanNode } from './statement-rules.ts';

/** A connection on which to ask for plans, as of an installation whose tables are far too large to be gone through. */
export async function connectForPlans(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('set enable_seqscan = off');
  // Nor do they fit into memory: PostgreSQL would make a table of hashes of a small one.
  await client.query("set work_mem = '64kB'; set hash_mem_multiplier = 1");
  return client;
}

/** The plan of a statement, with few rows where it says how many. */
export async function planOf(client: Client, statement: string): Promise<PlanNode> {
  const sql = statement.replace(/limit \$\d+(\)?)$/, 'limit 10$1');
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${sql}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error(`There is no plan of ${sql}`);
  return plan;
}
