import { MUTATORS, type Operation } from './operations.ts';
import type { RowsBefore } from '#src/tables/kit/tx.ts';

/**
 * The operation done at `now`, ms since 1970 UTC. A completion keeps its time, so that the task keeps its place among
 * the completed ones.
 */
export function doneAt(now: number, { name, args }: Operation): Operation {
  return { name, args: name === 'task.complete' ? args : { ...args, at: now } } as Operation;
}

/** The operation that undoes another one (see Mutator.inverse), with the other one's time. */
export function inverseOf({ name, args }: Operation, rows: RowsBefore): Operation | null {
  // The name and the arguments belong together, but the type of two variables cannot say so.
  return MUTATORS[name].inverse(rows, args as never);
}
