import { MUTATORS, type Operation } from './index.ts';
import type { RowsBefore } from './tx.ts';

/** The operation as done at `now`, ms since 1970 UTC; but a task stands among the completed ones where it stood. */
export function doneAt(now: number, { name, args }: Operation): Operation {
  return { name, args: name === 'task.complete' ? args : { ...args, at: now } } as Operation;
}

/** The operation that undoes another one (see Mutator.inverse), with the time of the other one. */
export function inverseOf({ name, args }: Operation, rows: RowsBefore): Operation | null {
  // The name and its arguments belong together, which the type of a union cannot say of two variables.
  return MUTATORS[name].inverse(rows, args as never);
}
