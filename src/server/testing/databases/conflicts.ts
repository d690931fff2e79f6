import { CompiledQuery } from 'kysely';

import { hookStatements } from './statement-hook.ts';

/** PostgreSQL says it like this when it cannot put transactions in an order, and its distributed kin at any time. */
const CONFLICT = CompiledQuery.raw("do $$ begin raise exception 'injected' using errcode = '40001'; end $$");
/** There is nothing yet to conflict with here, or nothing any more. */
const HARMLESS = /^(begin|start transaction|set local|rollback)\b/;

/** Runs what is to meet the conflict. */
type Meet = <T>(part: () => Promise<T>) => Promise<T>;

/**
 * Runs `work` once for each statement that its part in `meet` sends, commits among them, and has PostgreSQL fail that one
 * with 40001; then once more with none of them. Returns how many there were.
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
