import type { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectForPlans, planOf } from './statement-plans.ts';
import { EXCEPTIONS, problemsOf } from './statement-rules.ts';

/** Statements that break the rules: without them, clean results of the server would mean nothing. */
let client: Client;
beforeAll(async () => {
  client = await connectForPlans(inject('plansUrl'));
});
afterAll(() => client.end());

const problems = async (sql: string, hasManyUsers = false) =>
  problemsOf({ sql, from: 'a test', hasManyUsers }, await planOf(client, sql));

test.each([
  ['select * from task where space_id = $1 and id = $2'],
  ['select * from task where space_id = $1 and id in ($2, $3)'],
  ['select * from task where space_id = $1 and version > $2 order by version limit $3'],
  ['update space set version = version + 1 where "space_id" = $1'],
  [
    'insert into "space" ("space_id", "version", "live_counts") values ($1, $2, $3) on conflict ("space_id") do nothing',
  ],
  ['select * from "session" where token = $1'],
  ['select image from "user" where id = $1 for update'],
  ['select space_id, version from space where space_id in ($1, $2)'],
  ["select * from task where space_id = $1 and deleted_at is null and name <> ''"],
  ['select * from task where space_id = $1 and version between $2 and $3 and coalesce(repeat, $4) = $5'],
])('%s keeps the rules', async (sql) => {
  expect(await problems(sql)).toEqual([]);
});

test.each([
  ['select * from task where id = $1', 'it finds rows of task by: id ='],
  ['select * from task', 'it finds rows of task by: all'],
  [
    'select * from task where space_id in ($1, $2) and id = $3',
    'it finds rows of task by: space_id = any, id =',
  ],
  ['select * from task where space_id > $1', 'it finds rows of task by: space_id >'],
  ['select * from task where version = $1 or space_id = $2', 'it finds rows of task by: version ='],
  ['delete from mutation where created_at < $1', 'it finds rows of mutation by: created_at <'],
  ['select * from "user" where name = $1', 'it finds rows of user by: all'],
  ['select * from invitation where email = $1', 'it finds rows of invitation by: all'],
  ['select * from "user" where email = $1 for update', 'rows are locked that are not those of one user'],
  ['update task set "space_id" = $1 where "space_id" = $2', 'a row stays with its user'],
  [
    'delete from "task" where "space_id" = $1 and "id" in (select "id" from "task" where "space_id" = $2 and "deleted_at" < $3 limit $4)',
    'rows of a user joined to themselves: each with each, where the statistics know of few',
  ],
  ['select pg_advisory_xact_lock(1)', 'advisory locks are for the migrator alone'],
  [
    'insert into "task" ("space_id") values ((select space_id from space where space_id = $1))',
    'subqueries of an INSERT',
  ],
  [
    'select version / 59 as slice from task where space_id = $1',
    'a division, which of whole numbers is a fraction',
  ],
  ['select * from task where space_id = $1 and 1 = 0', 'a condition that is the same for all rows'],
  ['select * from task where space_id = $1 and (1 = 1)', 'a condition that is the same for all rows'],
  [
    'select * from task where space_id = $1 and (id = $2 or true)',
    'a condition that is the same for all rows',
  ],
  ['select * from task where space_id = $1 and $2 = $3', 'a condition that is the same for all rows'],
  // PostgreSQL knows that the column has no nulls.
  ['select * from task where space_id = $1 and version is null', 'a condition that is the same for all rows'],
  [
    'select space_id, (select 1 from task where task.space_id = space.space_id and 1 = 0 limit 1) is not null from space where space_id = $1',
    'a condition that is the same for all rows',
  ],
  ['insert into "account" ("id") values ($1) on conflict ("id") do nothing', 'ON CONFLICT without userId'],
])('%s breaks them: %s', async (sql, problem) => {
  expect(await problems(sql)).toContain(problem);
});

test('a statement that named several users breaks the rules, even if its condition is about one', async () => {
  expect(await problems('select * from space where space_id = $1', true)).toEqual(['it names several users']);
});

test('each exception has a reason', () => {
  expect(EXCEPTIONS.filter(({ why }) => why.length < 8)).toEqual([]);
});
