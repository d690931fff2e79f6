import { named, rowsOf, type QueryContext } from './context.ts';
import { nearest } from './nearest.ts';
import { parseQuery, type PlacedCondition } from './parse.ts';
import { printCondition } from './print.ts';
import { orProblem, WrongQuery, type QueryProblem } from './problem.ts';
import type { Query } from './query.ts';

/**
 * Reads a query and looks up its names and days. Returns the first problem with its place and a suggestion
 * otherwise.
 */
export function readQuery(
  text: string,
  context: QueryContext,
): { readonly query: Query } | { readonly problem: QueryProblem } {
  const parsed = parseQuery(text);
  if ('problem' in parsed) return parsed;
  return orProblem(() => {
    for (const placed of parsed.conditions) requireKnown(placed, context);
    return { query: parsed.query };
  });
}

function requireKnown({ condition, from, to }: PlacedCondition, context: QueryContext): void {
  if (condition.kind === 'day') {
    if (context.readDay(condition.day) === null)
      throw new WrongQuery(from, to, `“${condition.day}” is no day. Write it as fri, -7d or 2026-12-24.`);
    return;
  }
  if (!('name' in condition)) return;
  const rows = rowsOf(condition.kind, context);
  if (named(rows, condition.name).length > 0) return;
  const near = nearest(
    condition.name,
    rows.map(({ name }) => name),
  );
  const suggestion = near === null ? null : printCondition({ ...condition, name: near });
  throw new WrongQuery(from, to, `There is no ${condition.kind} “${condition.name}”.`, suggestion);
}
