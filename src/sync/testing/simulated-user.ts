import { addDays } from '#src/domain/calendar-day.ts';
import { COLORS } from '#src/domain/colors.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import { isActive, type Task } from '#src/domain/task.ts';
import type { MutatorArgs, MutatorName } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { TODAY } from './simulated-device.ts';
import type { World } from './world.ts';

/** Few names, so that devices which are offline choose the same. */
const NAMES = ['Home', 'Work', 'Garden', 'Work/Home', '100 %'];

const WEIGHTS: Readonly<Record<MutatorName, number>> = {
  'collection.add': 4,
  'collection.delete': 1,
  'task.add': 8,
  'task.edit': 6,
  'task.complete': 3,
  'task.delete': 2,
  'task.restore': 1,
};
const LOTTERY = Object.entries(WEIGHTS).flatMap(([name, weight]) =>
  Array<MutatorName>(weight).fill(name as MutatorName),
);

/** A change that a user made; `saved` resolves when it is durable on the device. */
export interface Act {
  readonly name: MutatorName;
  readonly args: MutatorArgs<MutatorName>;
  readonly saved: Promise<void>;
}

/** Does something at random that a user could do in this tab; null when there was nothing to do or it was refused. */
export function act(world: World, replica: Replica): Act | null {
  const name = world.random.pick(LOTTERY);
  const args = chooseArgs(world, replica, name);
  if (!args) return null;
  try {
    return { name, args, saved: replica.mutate(name, args) };
  } catch (error) {
    if (error instanceof MutationRejected) return null;
    throw error;
  }
}

function chooseArgs(world: World, replica: Replica, name: MutatorName): MutatorArgs<MutatorName> | null {
  const { random } = world;
  const at = world.now;
  const collection = pickOrNull(world, replica.collections());
  switch (name) {
    case 'collection.add':
      return { id: random.uuid(), name: random.pick(NAMES), color: random.pick(COLORS).hex, at };
    case 'collection.delete':
      return collection && { id: collection.id, at };
    case 'task.add':
      return collection && { ...fields(world, collection.id), id: random.uuid(), at };
    case 'task.edit': {
      const task = pickTask(world, replica);
      const entries = Object.entries(fields(world, collection?.id ?? task?.collectionId ?? ''));
      return (
        task && { id: task.id, changes: Object.fromEntries(entries.filter(() => random.chance(0.4))), at }
      );
    }
    case 'task.complete':
    case 'task.delete': {
      const task = pickTask(world, replica);
      return task && { id: task.id, at };
    }
    case 'task.restore': {
      const rejection = pickOrNull(world, replica.rejections());
      const args = rejection?.mutation.args;
      const task = args && 'changes' in args ? replica.task(args.id) : undefined;
      return task && collection ? { id: task.id, collectionId: collection.id, at } : null;
    }
  }
}

function fields(world: World, collectionId: string) {
  const { random } = world;
  return {
    name: `Task ${random.integer(1000)}`,
    description: random.chance(0.3) ? `Line ${random.integer(1000)}` : '',
    date: addDays(TODAY, random.integer(7) - 3),
    collectionId,
  };
}

/** A task on one of the screens. */
function pickTask(world: World, replica: Replica): Task | null {
  const days = [...replica.overdue(), ...replica.upcoming()].flatMap((group) => group.ids);
  const id = pickOrNull(world, [...days, ...replica.today(), ...replica.completed()]);
  const task = id === null ? undefined : replica.task(id);
  if (!task) return null;
  return isActive(task) || world.random.chance(0.3) ? task : null;
}

function pickOrNull<T>(world: World, items: readonly T[]): T | null {
  return items.length === 0 ? null : world.random.pick(items);
}
