import type { PRIORITIES } from '#src/tables/task/table.ts';

/** The conditions of one or two words. */
export const KEYWORDS = [
  'today',
  'tomorrow',
  'yesterday',
  'overdue',
  'no date',
  'no time',
  'no deadline',
  'no label',
  'no section',
  'done',
  'repeating',
  'subtask',
  'view all',
] as const;

export type Keyword = (typeof KEYWORDS)[number];

/** The days of a task that a condition can compare. */
export const DAY_FIELDS = ['due', 'deadline', 'created', 'completed'] as const;

export type DayField = (typeof DAY_FIELDS)[number];

export const RELATIONS = ['on', 'before', 'after'] as const;

/** One condition. Its names and days stay as written, since their meaning may change by tomorrow. */
export type Condition =
  | { readonly kind: 'is'; readonly keyword: Keyword }
  | { readonly kind: 'priority'; readonly priority: (typeof PRIORITIES)[number] }
  /** `withBelow` includes the collections below it. */
  | { readonly kind: 'collection'; readonly name: string; readonly withBelow: boolean }
  | { readonly kind: 'section' | 'label'; readonly name: string }
  | {
      readonly kind: 'day';
      readonly field: DayField;
      readonly relation: (typeof RELATIONS)[number];
      readonly day: string;
    }
  /** Text in the name or the notes. */
  | { readonly kind: 'text'; readonly text: string };

/**
 * The query of a filter in one form: a group has two members or more, none of them a group of its kind, and
 * nothing is negated twice.
 */
export type Query =
  | Condition
  | { readonly kind: 'all' | 'any'; readonly of: readonly Query[] }
  | { readonly kind: 'not'; readonly of: Exclude<Query, { kind: 'not' }> };

/** Matches where each query matches. Needs one query at least. */
export function allOf(queries: readonly Query[]): Query {
  return group('all', queries);
}

/** Matches where any query matches. Needs one query at least. */
export function anyOf(queries: readonly Query[]): Query {
  return group('any', queries);
}

export function not(query: Query): Query {
  return query.kind === 'not' ? query.of : { kind: 'not', of: query };
}

function group(kind: 'all' | 'any', queries: readonly Query[]): Query {
  const of = queries.flatMap((query) => (query.kind === kind ? query.of : [query]));
  return of.length === 1 ? (of[0] as Query) : { kind, of };
}

/** The conditions of a query, from left to right. */
export function* conditionsOf(query: Query): Generator<Condition> {
  if (query.kind === 'not') yield* conditionsOf(query.of);
  else if ('of' in query) for (const each of query.of) yield* conditionsOf(each);
  else yield query;
}

/** True for a query that asks for completed tasks too. Other queries match open tasks alone. */
export function asksForCompleted(query: Query): boolean {
  return conditionsOf(query).some(
    (each) =>
      (each.kind === 'is' && each.keyword === 'done') || (each.kind === 'day' && each.field === 'completed'),
  );
}
