import { addDays } from '#src/domain/time/calendar-day.ts';
import { COLORS } from '#src/domain/colors.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import { dueOf } from '#src/tables/task/task-repeat.ts';
import { idSetOf } from '#src/domain/id-set.ts';
import { placeBetween } from '#src/domain/place.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { some } from '#src/tables/settable-values.ts';
import { PRIORITIES } from '#src/tables/task/table.ts';
import { isActive, type Task } from '#src/tables/task/task.ts';
import { completeNow, reopenNow } from '#src/tables/task/complete-now.ts';
import type { MutatorArgs, MutatorName, Operation } from '#src/tables/operations.ts';
import type { TableName } from '#src/tables/tables.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { isPlainOperation, partsOf, PLAIN_NAMES, plainTable, type PlainOperation } from './plain-tables.ts';
import type { Release } from './releases.ts';
import { DISMISSALS, PROPOSAL, sampleId } from './samples.ts';
import { TODAY } from './simulated-device.ts';
import type { World } from './world.ts';

/** Few names, so that offline devices choose the same ones. */
const NAMES = ['Home', 'Work', 'Garden', 'Work/Home', '100 %'];

/** A setting of this app, and one of a newer app. */
const SETTINGS = ['theme', 'mood'];
const TIMES = ['09:00', '21:30'] as TimeOfDay[];
const ITEMS = [1, 2, 3].map((n) => sampleId('item', n));
const VALUES = ['', 'light', 'dark'];

const WEIGHTS: Readonly<Record<Exclude<MutatorName, PlainOperation>, number>> = {
  'collection.add': 6,
  'collection.edit': 3,
  'collection.delete': 2,
  'collection.restore': 3,
  'collection.purge': 1,
  'section.add': 1,
  'section.edit': 1,
  'section.delete': 1,
  'section.restore': 1,
  'task.label': 2,
  'task.add': 14,
  'task.edit': 9,
  'task.complete': 3,
  'task.advance': 3,
  'task.turn': 0,
  'task.reopen': 2,
  'task.delete': 5,
  'task.restore': 1,
  'task.purge': 1,
  'setting.set': 2,
  'reminder.add': 3,
  'reminder.delete': 1,
  'reminder.restore': 1,
  'dismissal.add': 1,
  'dismissal.remove': 1,
  'proposal.add': 1,
  'proposal.decide': 1,
  'proposal.delete': 1,
  'proposal.restore': 1,
};
const LOTTERY = [
  ...Object.entries(WEIGHTS).flatMap(([name, weight]) =>
    Array<MutatorName>(weight).fill(name as MutatorName),
  ),
  ...PLAIN_NAMES.flatMap((table): MutatorName[] => [
    `${table}.add`,
    `${table}.edit`,
    `${table}.delete`,
    `${table}.restore`,
  ]),
];

/** The operations that undo the actions in a tab. */
const undos = new WeakMap<Replica, Operation[]>();

/** A change of a user; `saved` resolves once it is durable on the device. */
export type Act = Operation & { readonly saved: Promise<void> };

/**
 * Makes a random change in this tab at `at` by the device's clock, with the app of that release. Null when no change
 * was possible or the tab rejected it.
 */
export function act(world: World, replica: Replica, at: number, release: Release): Act | null {
  const operation = world.random.chance(0.15) ? chooseUndo(world, replica) : choose(world, replica, at);
  if (!operation || release.lacks(operation)) return null;
  const { name, args } = operation;
  try {
    const inverse = inverseOf(operation, replica);
    const saved = replica.mutate(name, args);
    if (inverse) undos.set(replica, [...(undos.get(replica) ?? []), inverse]);
    return { ...operation, saved };
  } catch (error) {
    if (error instanceof MutationRejected) return null;
    throw error;
  }
}

/** Picks any of the undos, not only the newest: other devices may have changed the same rows meanwhile. */
function chooseUndo(world: World, replica: Replica): Operation | null {
  return pickOrNull(world, undos.get(replica) ?? []);
}

function choose(world: World, replica: Replica, at: number): Operation | null {
  const name = world.random.pick(LOTTERY);
  const args = chooseArgs(world, replica, name, at);
  return args && ({ name, args } as Operation);
}

function chooseArgs(
  world: World,
  replica: Replica,
  name: MutatorName,
  at: number,
): MutatorArgs<MutatorName> | null {
  if (isPlainOperation(name)) return choosePlainArgs(world, replica, name, at);
  const { random } = world;
  const collection = pickOrNull(world, replica.lists.collections.all());
  switch (name) {
    case 'collection.add':
      return { id: random.uuid(at), name: random.pick(NAMES), color: random.pick(COLORS).hex, at };
    case 'collection.edit': {
      const changes = {
        name: random.pick(NAMES),
        color: random.pick(COLORS).hex,
        position: random.chance(0.5) ? random.integer(5) : random.fraction() * 1e12,
        parentId: random.chance(0.5)
          ? null
          : (pickOrNull(world, replica.lists.collections.all())?.id ?? null),
        archivedAt: random.chance(0.5) ? null : at,
      };
      return collection && { id: collection.id, changes: someOf(world, changes), at };
    }
    case 'collection.delete':
      return collection && { id: collection.id, at };
    case 'collection.restore': {
      // A collection that a completed task still shows, or one deleted in this tab.
      const shown = completed(replica).flatMap((id) => replica.get('task', id)?.collectionId ?? []);
      const deleted = (undos.get(replica) ?? []).filter((undo) => undo.name === name);
      const id = pickOrNull(world, [...shown, ...deleted.map((undo) => undo.args.id)]);
      return id === null ? null : { id, at };
    }
    case 'collection.purge':
    case 'task.purge': {
      const table = name === 'task.purge' ? 'task' : 'collection';
      const deleted = replica.lists.trash().filter((id) => replica.get(table, id));
      const id = pickOrNull(world, deleted);
      return id === null ? null : { id, at };
    }
    case 'section.add':
      return collection && { id: random.uuid(at), collectionId: collection.id, name: random.pick(NAMES), at };
    case 'section.edit': {
      const id = pickSection(world, replica);
      return id === null ? null : { id, changes: { name: random.pick(NAMES) }, at };
    }
    case 'section.delete': {
      const id = pickSection(world, replica);
      return id === null ? null : { id, at };
    }
    case 'section.restore':
    case 'reminder.restore':
    case 'proposal.restore':
      return chooseRestored(world, replica, name, at);
    case 'task.label': {
      const task = pickTask(world, replica);
      const some = () => idSetOf(replica.lists.labels().filter(() => random.chance(0.4)));
      return task && { id: task.id, add: some(), remove: some(), at };
    }
    case 'task.add':
      return collection && { ...fields(world, replica, collection.id), id: random.uuid(at), at };
    case 'task.edit': {
      const task = pickTask(world, replica);
      const changes = fields(world, replica, collection?.id ?? task?.collectionId ?? '');
      if (task && random.chance(0.3)) {
        const { id, description: base } = task;
        const lines = base.split('\n').map((line) => (random.chance(0.3) ? ticked(line) : line));
        return { id, changes: { ...someOf(world, changes), description: lines.join('\n') }, base, at };
      }
      return task && { id: task.id, changes: someOf(world, changes), at };
    }
    case 'task.reopen': {
      const id = pickOrNull(world, completed(replica));
      const task = id === null ? undefined : replica.get('task', id);
      if (!task) return null;
      const isHomeLive = replica.get('collection', task.collectionId)?.deletedAt === null;
      const collectionId = isHomeLive ? task.collectionId : collection?.id;
      if (collectionId === undefined) return null;
      return random.chance(0.8)
        ? reopenNow(task, collectionId, at, replica.lists)
        : { id: task.id, collectionId, at };
    }
    case 'task.advance': {
      const task = pickTask(world, replica);
      const due = task && dueOf(task);
      if (!due) return null;
      const now = `${addDays(TODAY, random.integer(3))}T12:00`;
      // Older apps made a random id.
      const occurrenceId = random.chance(0.8) ? occurrenceIdOf(task.id, due) : random.uuid(at);
      const { args } = completeNow(task, at, replica.lists);
      const steps = 'steps' in args && random.chance(0.8) ? { steps: args.steps } : {};
      const values = {
        id: task.id,
        due,
        now,
        occurrenceId: random.chance(0.8) ? occurrenceId : null,
        ...steps,
        at,
      };
      // Older apps moved the task alone.
      return random.chance(0.8) ? { ...values, renews: 1 } : values;
    }
    // Used only to undo another mutation.
    case 'task.turn':
      return null;
    case 'task.complete': {
      const above = pickTask(world, replica);
      const below = above && random.chance(0.3) ? pickOrNull(world, replica.lists.under(above.id)) : null;
      const task = replica.get('task', below ?? '') ?? above;
      // Older apps told no time of a task above.
      const completion = task && completeNow(task, at, replica.lists);
      return completion?.name === name && random.chance(0.8) ? completion.args : task && { id: task.id, at };
    }
    case 'task.delete': {
      const task = pickTask(world, replica);
      return task && { id: task.id, at };
    }
    case 'task.restore': {
      const rejection = pickOrNull(world, replica.rejections());
      const args = rejection?.mutation.args;
      const task = args && 'changes' in args ? replica.get('task', args.id) : undefined;
      return task && collection ? { id: task.id, collectionId: collection.id, at } : null;
    }
    case 'reminder.add': {
      const taskId = pickTask(world, replica)?.id;
      const when = random.chance(0.5) ? { minutesBefore: random.integer(60) } : { remindAt: at + 60_000 };
      return taskId === undefined ? null : { id: random.uuid(at), taskId, ...when, at };
    }
    case 'reminder.delete': {
      const task = pickTask(world, replica);
      const id = task && pickOrNull(world, replica.lists.reminders(task.id));
      return id === null ? null : { id, at };
    }
    case 'setting.set':
      return { id: random.pick(SETTINGS), value: random.pick(VALUES), at };
    case 'dismissal.add':
      return { ...random.pick(DISMISSALS), at };
    case 'dismissal.remove':
      return { id: random.pick(DISMISSALS).id, at };
    case 'proposal.add':
      return { ...PROPOSAL, id: random.uuid(at), at };
    case 'proposal.delete':
    case 'proposal.decide': {
      const id = pickLive(world, replica, 'proposal');
      const some = () => idSetOf(ITEMS.filter(() => random.chance(0.3)));
      if (id === null || name === 'proposal.delete') return id === null ? null : { id, at };
      return { id, accept: some(), decline: some(), reopen: some(), at };
    }
  }
}

function choosePlainArgs(
  world: World,
  replica: Replica,
  name: PlainOperation,
  at: number,
): MutatorArgs<MutatorName> | null {
  const { random } = world;
  const [table, action] = partsOf(name);
  const { values, defaults } = plainTable(table);
  const chosen = Object.fromEntries(
    Object.entries<readonly unknown[]>(values).map(([column, among]) => [column, random.pick(among)]),
  );
  if (action === 'restore') return chooseRestored(world, replica, name, at);
  if (action === 'add') {
    const names = Object.keys(chosen).filter((column) => !(column in defaults) || random.chance(0.5));
    return { id: random.uuid(at), ...some(names, chosen), at };
  }
  const id = pickLive(world, replica, table);
  if (id === null) return null;
  return action === 'delete' ? { id, at } : { id, changes: someOf(world, chosen), at };
}

function pickLive(world: World, replica: Replica, table: TableName): string | null {
  const live = [...replica.rows(table)].filter(({ deletedAt }) => deletedAt === null);
  return pickOrNull(world, live.map((row) => row.id).toSorted());
}

/** A row that this tab has deleted, to restore it. */
function chooseRestored(world: World, replica: Replica, name: MutatorName, at: number) {
  const undo = pickOrNull(world, (undos.get(replica) ?? []).filter((each) => each.name === name)); // prettier-ignore
  return undo && { id: undo.args.id, at };
}

function ticked(line: string): string {
  return line.endsWith('open') ? line.replace('open', 'done') : line.replace('done', 'open');
}

function someOf<Fields extends object>(world: World, fields: Fields): Partial<Fields> {
  const some = Object.entries(fields).filter(() => world.random.chance(0.4));
  return Object.fromEntries(some) as Partial<Fields>;
}

/** Some of the fields that only today's app sends. */
function newFields(world: World, replica: Replica) {
  const { random } = world;
  return {
    time: random.chance(0.5) ? null : random.pick(TIMES),
    deadline: random.chance(0.5) ? null : addDays(TODAY, random.integer(7)),
    parentId: random.chance(0.3) ? null : (pickTask(world, replica)?.id ?? null),
    sectionId: random.chance(0.3) ? null : pickSection(world, replica),
    repeat: random.chance(0.3) ? null : 'FREQ=DAILY',
    place: placeBetween(null, null, () => random.fraction()),
    ...(random.chance(0.3) && { date: null }),
  };
}

function pickSection(world: World, replica: Replica): string | null {
  const collection = pickOrNull(world, replica.lists.collections.all());
  return collection && pickOrNull(world, replica.lists.sections.in(collection.id));
}

function fields(world: World, replica: Replica, collectionId: string) {
  const { random } = world;
  return {
    name: `Task ${random.integer(1000)}`,
    description: random.pick([
      '',
      '',
      `- [${random.pick(['x', ' '])}] Line ${random.integer(1000)}`,
      '1 open\n2 open\n3 open',
    ]),
    date: addDays(TODAY, random.integer(7) - 3),
    collectionId,
    // Older apps do not send these.
    ...(random.chance(0.5) && { priority: random.pick(PRIORITIES) }),
    ...(random.chance(0.5) && someOf(world, newFields(world, replica))),
  };
}

function completed(replica: Replica): string[] {
  return replica.lists.completed.byDay().flatMap((group) => group.ids);
}

/** A task on a screen: in one of the views, or in a collection. */
function pickTask(world: World, replica: Replica): Task | null {
  const collection = world.random.chance(0.3) ? pickOrNull(world, replica.lists.collections.all()) : null;
  const days = [...replica.lists.days.overdue(), ...replica.lists.days.upcoming()].flatMap(
    (group) => group.ids,
  );
  const inIt = collection ? replica.lists.inCollection(collection.id) : [];
  const shown = collection
    ? [...inIt, ...inIt.flatMap((id) => replica.lists.under(id)), ...replica.lists.completedIn(collection.id)]
    : [...days, ...replica.lists.days.today(), ...completed(replica)];
  const id = pickOrNull(world, shown);
  const task = id === null ? undefined : replica.get('task', id);
  if (!task) return null;
  return isActive(task) || world.random.chance(0.3) ? task : null;
}

function pickOrNull<T>(world: World, items: readonly T[]): T | null {
  return items.length === 0 ? null : world.random.pick(items);
}
