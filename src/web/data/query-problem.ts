import { readQuery } from '#src/reading/query/read.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { tooLong } from '#src/web/ui/fields/too-long.ts';
import { queryContextOf } from './query-context.ts';

/** The problem of a typed query, of `limit` characters at most. Null for a query that can be read. */
export function queryProblem(query: string, limit: number, replica: Replica): string | null {
  const read = readQuery(query, queryContextOf(replica));
  return tooLong(query, limit) ?? ('problem' in read ? read.problem.message : null);
}
