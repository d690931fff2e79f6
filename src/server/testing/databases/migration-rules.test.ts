import type { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { describeEachEngine } from './engines.ts';
import { problemsOfMigration } from './migration-rules.ts';
import { hookStatements } from './statement-hook.ts';
import { connectForPlans } from './statement-plans.ts';

/** The statements around migrations: transactions, the lock, and the table of applied migrations. */
const AROUND = /^(begin|start transaction|commit|set )|pg_catalog|kysely_migration|set_config/;

let client: Client;
beforeAll(async () => {
  client = await connectForPlans(inject('plansUrl'));
});
afterAll(() => client.end());

describeEachEngine(
  'migrations',
  (engine) => {
    test('have no statement that Citus cannot run', async () => {
      const sent: string[] = [];
      const end = hookStatements((query) => {
        sent.push(query.sql);
        return query;
      });
      await engine.open();
      end();

      const statements = sent.filter((sql) => !AROUND.test(sql));
      expect(statements.some((sql) => sql.startsWith('create table "task"'))).toBe(true);
      const problems: string[] = [];
      for (const sql of statements)
        problems.push(...(await problemsOfMigration(client, sql)).map((problem) => `${sql}: ${problem}`));
      expect(problems).toEqual([]);
    });
  },
  ['postgres'],
);

test.each([
  // The function that joins text and a number is STABLE, since a setting changes the number's text.
  [
    `update space set live_counts = '{"task":' || outcome_count || '}'`,
    ['textanycat(text,anynonarray) is not IMMUTABLE'],
  ],
  [
    `update session set "expiresAt" = "createdAt" + interval '90 days'`,
    ['timestamptz_pl_interval(timestamp with time zone,interval) is not IMMUTABLE'],
  ],
  ['update task set priority = 4 where 1 = 1', ['a condition that is the same for all rows']],
  ['select pg_advisory_xact_lock(1)', expect.arrayContaining(['advisory locks are for the migrator alone'])],
  ['lock table task', ['neither a change of the schema nor a statement over rows']],
  ['update task set labels = lower(name) where deleted_at is null', []],
  ['alter table task add column mood text', []],
])('%s has the problems %j', async (sql, problems) => {
  expect(await problemsOfMigration(client, sql)).toEqual(problems);
});
