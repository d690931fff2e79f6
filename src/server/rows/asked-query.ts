import type { QueryContext } from '#src/reading/query/context.ts';
import { compileQuery, inList, type CompiledQuery } from '#src/reading/query/predicate.ts';
import type { QueryProblem } from '#src/reading/query/problem.ts';
import { allOf, anyOf, conditionsOf, not, type Query } from '#src/reading/query/query.ts';
import { readQuery } from '#src/reading/query/read.ts';
import type { Task } from '#src/tables/task/task.ts';
import { TextSearch } from './text-search.ts';

/** A query that the server asks. It holds for the tasks in the list of the query. */
export interface AskedQuery extends CompiledQuery {
  readonly query: Query;
  /** The number of conditions. */
  readonly size: number;
}

/** Reads a query, and compiles it. Queries with one `search` find all of their texts together. */
export function askedQuery(
  text: string,
  context: QueryContext,
  search = new TextSearch(),
): AskedQuery | { readonly problem: QueryProblem } {
  const read =
    comparisonsOf(text, context) > MOST_COMPARISONS ? tooManyNames(text) : readQuery(text, context);
  if ('problem' in read) return read;
  const query = merged(read.query);
  const { holds, meaning } = compileQuery(query, context, search.containing);
  return { query, holds: inList(query, holds), meaning, size: [...conditionsOf(query)].length };
}

/** Comparisons of names that reading a query may take, in some 100 ms: 40 names for 5,000 collections, 2,000 for 100. */
const MOST_COMPARISONS = 200_000;

/** Each name in a query is compared with all rows of its kind. Signs in quotes count as well. */
function comparisonsOf(text: string, { collections, sections, labels }: QueryContext): number {
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0;
  return (
    count(/##?|in\s*:/gi) * collections.length + count(/@/g) * labels.length + count(/\//g) * sections.length
  );
}

function tooManyNames({ length }: string): { readonly problem: QueryProblem } {
  const message = 'This query names too many collections, sections or labels for their number.';
  return { problem: { message, from: 0, to: length, suggestion: null } };
}

/** The query without conditions that a group has twice. */
function merged(query: Query): Query {
  if (query.kind === 'not') return not(merged(query.of));
  if (!('of' in query)) return query;
  const distinct = new Map(query.of.map(merged).map((each) => [keyOf(each), each]));
  return (query.kind === 'all' ? allOf : anyOf)([...distinct.values()]);
}

/** The same for equal conditions. A group has its own: its text at each level would take long. */
function keyOf(query: Query): unknown {
  const inner = query.kind === 'not' ? query.of : query;
  return 'of' in inner ? query : JSON.stringify(query);
}

/** The characters of a task beside its notes, about, as its row would be sent. */
const TASK_CHARACTERS = 250;

/**
 * The work of reading a task and asking queries with `size` conditions about it, in characters. Undefined for a task that is
 * gone with another row.
 */
export function workOfAsking(size: number, task: Pick<Task, 'description'> | undefined): number {
  return TASK_CHARACTERS + (task ? task.description.length + size : 0);
}
