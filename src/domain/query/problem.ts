/** What is wrong with a written query, and where: UTF-16 code units of its text, `to` behind the last one. */
export interface QueryProblem {
  readonly from: number;
  readonly to: number;
  /** A sentence for the user. */
  readonly message: string;
  /** What could stand there instead; null where nothing is near. */
  readonly suggestion: string | null;
}

/** Thrown within this folder: whoever asks for a query gets the problem. */
export class WrongQuery extends Error {
  readonly problem: QueryProblem;

  constructor(from: number, to: number, message: string, suggestion: string | null = null) {
    super(message);
    this.problem = { from, to, message, suggestion };
  }
}

/** What `work` returns, or the problem for which it stopped. */
export function orProblem<T>(work: () => T): T | { readonly problem: QueryProblem } {
  try {
    return work();
  } catch (error) {
    if (error instanceof WrongQuery) return { problem: error.problem };
    throw error;
  }
}
