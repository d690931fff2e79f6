import { relative } from 'node:path';
import type { CompiledQuery, DatabaseConnection } from 'kysely';

import { hookStatements } from './statement-hook.ts';

/** A statement of the server, the same for lists of any length. */
export interface Statement {
  readonly sql: string;
  /** The file that first sent it. */
  readonly from: string;
  /** True if it named several users at least once. */
  hasManyUsers: boolean;
}

/** The statements and users of a transaction so far. */
interface Work {
  readonly users: Set<unknown>;
  readonly statements: Set<string>;
}

const CONTROL = /^(begin|start transaction|commit|rollback)\b/;

/** Records the server's statements to PostgreSQL in this process, without the tests' own. */
export class StatementWatch {
  readonly statements = new Map<string, Statement>();
  /** The statements of each transaction that wrote for several users. */
  readonly mixed: string[][] = [];
  readonly #work = new WeakMap<DatabaseConnection, Work>();
  readonly #places = new Map<string, readonly number[]>();

  /** Begins to record. Returns a function that ends it. */
  start(): () => void {
    return hookStatements((query, connection) => {
      this.#see(query, connection);
      return query;
    });
  }

  #see(query: CompiledQuery, connection: DatabaseConnection): void {
    const { sql } = query;
    const control = CONTROL.exec(sql)?.[1];
    if (control === 'begin' || control === 'start transaction') {
      this.#work.set(connection, { users: new Set(), statements: new Set() });
    } else if (control !== undefined) {
      this.#end(connection);
    } else {
      this.#keep(query, this.#work.get(connection));
    }
  }

  #keep(query: CompiledQuery, work: Work | undefined): void {
    // Statements about tables and transactions read no rows.
    if (query.sql.includes('pg_catalog') || query.sql.startsWith('set local ')) return;
    const sql = shortened(query.sql);
    const known = this.statements.get(sql);
    const from = known?.from ?? sender();
    if (from === null) return;
    const statement = known ?? { sql, from, hasManyUsers: false };
    this.statements.set(sql, statement);
    const users = new Set(this.#userPlaces(query.sql).map((place) => query.parameters[place]));
    if (users.size > 1) statement.hasManyUsers = true;
    for (const user of users) work?.users.add(user);
    work?.statements.add(sql);
  }

  #end(connection: DatabaseConnection): void {
    const work = this.#work.get(connection);
    this.#work.delete(connection);
    if (work && work.users.size > 1) this.mixed.push([...work.statements]);
  }

  /** The indexes of the parameters with ids of users. */
  #userPlaces(sql: string): readonly number[] {
    const known = this.#places.get(sql);
    if (known) return known;
    const places = [...comparedPlaces(sql), ...insertedPlaces(sql)];
    if (sql.length < 2_000) this.#places.set(sql, places);
    return places;
  }
}

function comparedPlaces(sql: string): number[] {
  const columns = /(from|update) "user"/.test(sql)
    ? '"space_id"|"user_id"|"userId"|"user"\\."id"|(?<!\\.)"id"'
    : '"space_id"|"user_id"|"userId"';
  const compared = sql.matchAll(new RegExp(`(?:${columns}) = \\$(\\d+)`, 'g'));
  return [...compared].map(([, place]) => Number(place) - 1);
}

function insertedPlaces(sql: string): number[] {
  const insert = /^insert into "\w+" \(([^)]*)\) values (.*)$/s.exec(sql);
  const columns = insert?.[1]?.split(', ') ?? [];
  const user = columns.findIndex((column) => /^"(space_id|user_id|userId)"$/.test(column));
  if (user < 0) return [];
  const rows = [...(insert?.[2] ?? '').matchAll(/\(([^)]*\$[^)]*)\)/g)].slice(
    0,
    (insert?.[2]?.match(/\), \(/g)?.length ?? 0) + 1,
  );
  return rows.flatMap(([, row]) => {
    const place = /^\$(\d+)$/.exec(row?.split(', ')[user] ?? '')?.[1];
    return place === undefined ? [] : Number(place) - 1;
  });
}

/** The same text for any number of list entries and rows. */
function shortened(sql: string): string {
  let parameter = 0;
  return (
    sql
      .replaceAll(/\((\$\d+(?:, \$\d+)*)\)(?:, \(\$\d+(?:, \$\d+)*\))+/g, '($1)')
      // Two stand for any number: PostgreSQL treats a list of one as a comparison, so ids of many users would
      // look like one.
      .replaceAll(/ in \(\$\d+(?:, \$\d+)+\)/g, ' in ($1, $1)')
      .replaceAll(/\$\d+/g, () => `$${++parameter}`)
  );
}

/** Migrations and admin commands. */
const SELDOM = /^src\/server\/(admin\/|db\/migrat(e\.ts|ions\/))/;
/** Files that send the statements of others. */
const CARRIERS = /^src\/(server\/db\/|sync\/server\/execute\.ts)/;
const TESTS = /\.test\.ts$|\/testing\//;

/**
 * The nearest file that asks for the statement: one of ours, or `better-auth`. Null for tests and rarely run
 * code.
 */
function sender(): string | null {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  const { stack = '' } = new Error('sent');
  Error.stackTraceLimit = limit;
  for (const line of stack.split('\n')) {
    const path = /(?:file:\/\/|\(|at (?:async )?)(\/[^:]*)/.exec(line)?.[1];
    if (path === undefined || /\/statement-\w+\.ts$/.test(path)) continue;
    const file = relative(process.cwd(), path);
    if (file.includes('better-auth')) return 'better-auth';
    if (SELDOM.test(file) || TESTS.test(file)) return null;
    if (file.startsWith('src/') && !CARRIERS.test(file)) return file;
  }
  return 'nobody';
}
