import { isId } from '#src/domain/id.ts';
import { InvalidValue } from '#src/tables/kit/column.ts';
import { rowOperations } from '#src/tables/kit/row-operations.ts';
import { collectionOperations } from '#src/tables/collection/operations.ts';
import { dismissalOperations } from '#src/tables/dismissal/operations.ts';
import { proposalOperations } from '#src/tables/proposal/operations.ts';
import { reminderOperations } from '#src/tables/reminder/operations.ts';
import { settingOperations } from '#src/tables/setting/operations.ts';
import {
  taskAdd,
  taskDelete,
  taskEdit,
  taskLabel,
  taskPurge,
  taskRestore,
} from '#src/tables/task/operations.ts';
import { taskComplete, taskReopen } from '#src/tables/task/complete.ts';
import { taskAdvance, taskTurn } from '#src/tables/task/repeat-operations.ts';
import type { Mutator } from '#src/tables/kit/tx.ts';

/**
 * All mutators by name. Names and argument shapes are only added, never removed or changed: a device may send today's
 * mutation a year from now.
 */
export const MUTATORS = {
  ...collectionOperations,
  ...rowOperations('section'),
  ...rowOperations('label'),
  'task.add': taskAdd,
  'task.edit': taskEdit,
  'task.label': taskLabel,
  'task.complete': taskComplete,
  'task.advance': taskAdvance,
  'task.turn': taskTurn,
  'task.reopen': taskReopen,
  'task.delete': taskDelete,
  'task.restore': taskRestore,
  'task.purge': taskPurge,
  ...settingOperations,
  ...reminderOperations,
  ...dismissalOperations,
  ...rowOperations('filter'),
  ...proposalOperations,
} as const;

export type MutatorName = keyof typeof MUTATORS;

/** The name of a mutator with its arguments. */
export type Operation = {
  [N in MutatorName]: { name: N; args: Parameters<(typeof MUTATORS)[N]['run']>[1] };
}[MutatorName];

export type MutatorArgs<N extends MutatorName> = Extract<Operation, { name: N }>['args'];

/** One call of a mutator. `id` is random and unique. The server applies each id once, however often it arrives. */
export type Mutation = Operation & { id: string; door?: Door };

/** The door of a change in the history, where it is not the device itself (rule H1). */
export type Door = 'Import';

/** Checks a value from outside. Throws InvalidValue. The message names the field and never quotes the user. */
export function parseMutation(value: unknown): Mutation {
  if (typeof value !== 'object' || value === null) throw new InvalidValue('A mutation must be an object.');
  const { id, name, args, door, ...rest } = value as Record<string, unknown>;
  const extra = Object.keys(rest).length;
  if (extra > 0) throw new InvalidValue(`A mutation has id, name and args, not ${extra} field(s) more.`);
  if (!isId(id)) throw new InvalidValue('A mutation id must be a UUID.');
  if (typeof name !== 'string' || !Object.hasOwn(MUTATORS, name))
    throw new InvalidValue('Unknown mutation name.');
  if (door !== undefined && door !== 'Import') throw new InvalidValue('Unknown door of a mutation.');
  return mutationOf(id, { name, args } as Operation, door);
}

/**
 * True when this version of the app accepts the mutation. Another version may have made it, or have widened its
 * arguments.
 */
export function isKnownMutation(value: unknown): boolean {
  try {
    parseMutation(value);
    return true;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}

/** Checks the arguments of one mutation. Throws InvalidValue. */
export function parseArgs<N extends MutatorName>(name: N, args: unknown): MutatorArgs<N> {
  return MUTATORS[name].args(args, `${name}: args`) as MutatorArgs<N>;
}

/** The mutation that does the operation under this id. Throws InvalidValue for wrong arguments. */
export function mutationOf(id: string, { name, args }: Operation, door?: Door): Mutation {
  // The name and the arguments belong together, but the type of two variables cannot say so.
  return { id, name, args: parseArgs(name, args), ...(door && { door }) } as Mutation;
}

/** The mutator of a mutation, without the type of its arguments. Name and arguments belong together in a `Mutation`. */
export function mutatorOf(mutation: Mutation): Mutator<Mutation['args'], Operation> {
  return MUTATORS[mutation.name] as Mutator<Mutation['args'], Operation>;
}
