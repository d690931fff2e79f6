import { NOTHING_KNOWN, type Known } from './known.ts';
import { orProblem, WrongQuery, type QueryProblem } from './problem.ts';
import { allOf, anyOf, not, type Condition, type Query } from './query.ts';
import { readCondition } from './terms.ts';

/**
 * The deepest nesting of groups. Reading, printing and asking recurse, and more levels would overflow the
 * stack.
 */
const MOST_LEVELS = 500;

/** A condition with its place in the text. */
export interface PlacedCondition {
  readonly condition: Condition;
  readonly from: number;
  readonly to: number;
}

export interface Parsed {
  readonly query: Query;
  /** In the order of the text. */
  readonly conditions: readonly PlacedCondition[];
}

/** A group that is still open. The first one is the whole text. */
interface OpenGroup {
  readonly from: number;
  /** The operands before each `|` or `,`. */
  readonly any: Query[];
  /** The operands since the last of these. */
  all: Query[];
  isNegated: boolean;
  /** The place of the operator that still lacks its operand. */
  waiting: number | null;
}

/**
 * Reads a query by its grammar (docs/query.md). Its names and days are looked up only to find the ends of names of several words, and
 * bare words that name days: by the grammar alone there are none. Goes through the text once, without recursion.
 */
export function parseQuery(
  text: string,
  known: Known = NOTHING_KNOWN,
): Parsed | { readonly problem: QueryProblem } {
  return orProblem(() => parse(text, known));
}

function parse(text: string, known: Known): Parsed {
  const conditions: PlacedCondition[] = [];
  const open: OpenGroup[] = [opened(0)];
  let group = open[0] as OpenGroup;
  let at = 0;
  while (at < text.length) {
    const sign = text[at] as string;
    if (/\s/.test(sign)) {
      at++;
    } else if (sign === '!') {
      group.isNegated = !group.isNegated;
      group.waiting = at++;
    } else if (sign === '&' || sign === '|' || sign === ',') {
      requireOperand(text, group, at);
      if (sign !== '&') group.any.push(allOf(group.all.splice(0)));
      group.waiting = at++;
    } else if (sign === '(') {
      if (open.length > MOST_LEVELS)
        throw new WrongQuery(at, at + 1, `More than ${MOST_LEVELS} brackets lie one in the other here.`);
      group = opened(at++);
      open.push(group);
    } else if (sign === ')') {
      if (open.length === 1) throw new WrongQuery(at, at + 1, 'This bracket closes none.', '');
      const query = closed(text, group, ++at);
      open.pop();
      group = open.at(-1) as OpenGroup;
      take(group, query);
    } else {
      const { condition, to } = readCondition(text, at, known);
      conditions.push({ condition, from: at, to });
      take(group, condition);
      at = to;
    }
  }
  if (open.length > 1) throw new WrongQuery(group.from, group.from + 1, 'This bracket is not closed.');
  return { query: closed(text, group, at), conditions };
}

function opened(from: number): OpenGroup {
  return { from, any: [], all: [], isNegated: false, waiting: null };
}

function take(group: OpenGroup, query: Query): void {
  group.all.push(group.isNegated ? not(query) : query);
  group.isNegated = false;
  group.waiting = null;
}

/** The query of a group that ends before `to`. */
function closed(text: string, group: OpenGroup, to: number): Query {
  if (group.all.length === 0 && group.any.length === 0 && group.waiting === null)
    throw new WrongQuery(group.from, to, 'Nothing is asked for here.');
  requireOperand(text, group, to);
  return anyOf([...group.any, allOf(group.all)]);
}

/** Requires an operand before the operator at `at`, and after the operator before it. */
function requireOperand(text: string, { from, all, waiting }: OpenGroup, at: number): void {
  if (waiting !== null)
    throw new WrongQuery(waiting, waiting + 1, `A condition is missing behind “${text[waiting]}”.`);
  if (all.length === 0)
    throw new WrongQuery(at, at + 1, `A condition is missing ${from === 0 ? 'before this' : 'here'}.`);
}
