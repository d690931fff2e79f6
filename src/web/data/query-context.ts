import type { QueryContext } from '#src/reading/query/context.ts';
import { readQueryDays } from '#src/reading/query/query-day.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { dayContextOf } from './day-context.ts';

/** The rows, settings and days that the names and dates in a query refer to now. */
export function queryContextOf(replica: Replica): QueryContext {
  const { lists } = replica;
  const days = dayContextOf(replica);
  return {
    today: lists.days.now,
    readDays: (text) => readQueryDays(text, days),
    collections: replica.lists.collections.all(),
    sections: lists.sections.all().flatMap((id) => replica.get('section', id) ?? []),
    labels: lists.labels().flatMap((id) => replica.get('label', id) ?? []),
  };
}
