import { explainQuery } from '#src/reading/query/explain.ts';
import { readQuery } from '#src/reading/query/read.ts';
import { queryContextOf } from './query-context.ts';
import { useReplica } from './replica-context.ts';
import { useCollections, useLabels, useTopic } from './rows.ts';
import { useToday } from './today.ts';
import { shortDay } from '#src/web/ui/friendly-day.ts';

/** The current reading of a query: the query with its words, or its problem. */
export function useRead(text: string) {
  'use no memo';
  const replica = useReplica();
  // A change of any of these makes it read again.
  useCollections();
  useLabels();
  useTopic('sections', ({ lists }) => lists.sections.all());
  const today = useToday();
  const context = queryContextOf(replica);
  const read = readQuery(text, context);
  if ('problem' in read) return read;
  const { readDays } = context;
  const words = explainQuery(read.query, { readDays, dayText: (day) => shortDay(day, today) });
  return { ...read, context, words: words.charAt(0).toLocaleUpperCase() + words.slice(1) };
}
