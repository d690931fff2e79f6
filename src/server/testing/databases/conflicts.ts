import { CompiledQuery } from 'kysely';

import { hookStatements } from './statement-hook.ts';

/**
 * PostgreSQL's error for transactions that it cannot serialize. Distributed databases raise it at any time.
 */
const CONFLICT = CompiledQuery.raw("do $$ begin raise exception 'injected' using errcode = '40001'; end $$");
/** Statements before a conflict is possible, or after it. */
const HARMLESS = /^(begin|start transaction|set local|rollback)\b/;

/** Runs the part of the work with the conflict. */
type Meet = <T>(part: () => Promise<T>) => Promise<T>;

/**
 * Runs `work` once for each statement of its part in `meet`, including commits, and makes PostgreSQL fail
 * that statement with 40001; then once more without a failure. Returns the number of statements.
 */
export async function conflictAtEach(work: (meet: Meet) => Promise<void>): Promise<number> {
  for (let position = 1; ; position++) {
    let sent = 0;
    let failed: string | null = null;
    const meet: Meet = async (part) => {
      const unhook = hookStatements((query) => {
        if (HARMLESS.test(query.sql)) return query;
        sent += 1;
        if (sent !== position) return query;
        failed = query.sql;
        return CONFLICT;
      });
      try {
        return await part();
      } finally {
        unhook();
      }
    };
    try {
      await work(meet);
    } catch (error) {
      throw new Error(`At statement ${position}: ${failed ?? 'none'}`, { cause: error });
    }
    if (failed === null) return position - 1;
  }
}
