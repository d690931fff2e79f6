/** A problem in the text of a query, with its place in UTF-16 code units; `to` is the first one after it. */
export interface QueryProblem {
  readonly from: number;
  readonly to: number;
  /** A sentence for the user. */
  readonly message: string;
  /** The nearest correct word, or null when none is near. */
  readonly suggestion: string | null;
}

/** Thrown only within this folder. Callers get a QueryProblem instead. */
export class WrongQuery extends Error {
  readonly problem: QueryProblem;

  constructor(from: number, to: number, message: string, suggestion: string | null = null) {
    super(message);
    this.problem = { from, to, message, suggestion };
  }
}

/** The result of `work`, or the problem that stopped it. */
export function orProblem<T>(work: () => T): T | { readonly problem: QueryProblem } {
  try {
    return work();
  } catch (error) {
    if (error instanceof WrongQuery) return { problem: error.problem };
    throw error;
  }
}
