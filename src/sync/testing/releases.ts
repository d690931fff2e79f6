import type { TableName } from '#src/tables/tables.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { EFFECTS } from '#src/tables/effects.ts';
import { PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import { pushOf, readFrame } from './frames.ts';

/** A version of Sunglow. Tabs and servers may run different ones (sync rule W11). All except today's are invented. */
export interface Release {
  readonly protocol: number;
  /** True if the release does not know this mutator, or one of its arguments. */
  readonly lacks: (mutation: Call) => boolean;
}

type Call = Pick<Mutation, 'name' | 'args'>;

const FIRST_MUTATORS: ReadonlySet<string> = new Set([
  'collection.add',
  'collection.edit',
  'collection.delete',
  'task.add',
  'task.edit',
  'task.complete',
  'task.reopen',
  'task.delete',
]);
const LATER_MUTATORS: ReadonlySet<string> = new Set(['collection.restore', 'task.restore', 'setting.set']);

const FIRST_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'changes',
  'at',
  'name',
  'color',
  'description',
  'date',
  'collectionId',
]);
const LATER_FIELDS: ReadonlySet<string> = new Set(['position', 'value', 'priority']);

/** Knows collections and tasks with a few columns, without nulls. */
const OLDEST: Release = {
  protocol: 1,
  lacks: ({ name, args }) => !FIRST_MUTATORS.has(name) || !saysOnly(args, (field) => FIRST_FIELDS.has(field)),
};
/** Knows one more table and some more columns. */
const OLDER: Release = {
  protocol: 1,
  lacks: ({ name, args }) =>
    !(FIRST_MUTATORS.has(name) || LATER_MUTATORS.has(name)) ||
    !saysOnly(args, (field) => FIRST_FIELDS.has(field) || LATER_FIELDS.has(field)),
};
/** Knows all tables and columns, but moves a repeating task without its sub-tasks. */
const RECENT: Release = {
  protocol: 1,
  lacks: ({ name, args }) =>
    'renews' in args ||
    'below' in args ||
    (name === 'task.turn' &&
      'changes' in args &&
      ('deadline' in args.changes || 'description' in args.changes)),
};
export const TODAYS: Release = { protocol: 1, lacks: () => false };
/** Speaks only another protocol. */
export const NEXT: Release = { protocol: 2, lacks: () => false };

export const RELEASES: readonly Release[] = [OLDEST, OLDER, RECENT, TODAYS, NEXT];

/** The tables that an older app knows. */
export const OLDER_TABLES: readonly TableName[] = ['collection', 'task'];

/** True if the arguments contain only known fields, and no null. */
function saysOnly(args: Call['args'], isKnown: (field: string) => boolean): boolean {
  const values = 'changes' in args ? { ...args, ...args.changes } : args;
  return Object.entries(values).every(([field, value]) => isKnown(field) && value !== null);
}

/**
 * Today's form of the mutation with the effect that it has in another release: each edit sets a task's priority to 2,
 * or makes a collection a favorite.
 */
export function withOtherEffect(mutation: Mutation): Mutation {
  const { name, args } = mutation;
  if (name === 'task.edit')
    return { ...mutation, name, args: { ...args, changes: { ...args.changes, priority: 2 } } };
  if (name === 'collection.edit')
    return { ...mutation, name, args: { ...args, changes: { ...args.changes, isFavourite: 1 } } };
  return mutation;
}

/**
 * The frame of a tab of the release `tab`, changed so that today's server acts like one of the release `server`.
 * Mutators that this release lacks get unknown names. With `hasOtherEffects`, the server's mutators act differently
 * from those of all tabs (see withOtherEffect).
 */
export function asReadBy(server: Release, tab: Release, frame: string, hasOtherEffects: boolean): string {
  if (server === TODAYS && tab === TODAYS && !hasOtherEffects) return frame;
  const message = readFrame(frame);
  switch (message.type) {
    case 'hello': {
      const protocol = tab.protocol === server.protocol ? PROTOCOL_VERSION : PROTOCOL_VERSION + 1;
      const effects = hasOtherEffects ? EFFECTS + 1 : message.effects;
      return JSON.stringify({ ...message, protocol, effects });
    }
    case 'push': {
      const mutations = message.mutations.map((mutation) => {
        if (server.lacks(mutation)) return { ...mutation, name: `unknown.${mutation.name}` };
        return hasOtherEffects ? withOtherEffect(mutation) : mutation;
      });
      return JSON.stringify(pushOf(mutations, message.waited));
    }
    case 'pull':
      return frame;
  }
}
