import type { TableName } from '#src/domain/schema/index.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { EFFECTS } from '#src/mutators/effects.ts';
import { PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import { pushOf, readFrame } from './frames.ts';

/** One version of Sunglow, of which tabs and servers may run different ones (sync rule W11). All but today's are made up. */
export interface Release {
  readonly protocol: number;
  /** Whether it has never heard of this mutator, or of one of its arguments. */
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

/** Knows collections and tasks with a few columns, none of which can be null. */
const OLDEST: Release = {
  protocol: 1,
  lacks: ({ name, args }) => !FIRST_MUTATORS.has(name) || !saysOnly(args, (field) => FIRST_FIELDS.has(field)),
};
/** Knows a table and some columns more. */
const OLDER: Release = {
  protocol: 1,
  lacks: ({ name, args }) =>
    !(FIRST_MUTATORS.has(name) || LATER_MUTATORS.has(name)) ||
    !saysOnly(args, (field) => FIRST_FIELDS.has(field) || LATER_FIELDS.has(field)),
};
/** Knows all tables and columns, and moves a repeating task alone. */
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
/** Speaks another protocol, and only that. */
export const NEXT: Release = { protocol: 2, lacks: () => false };

export const RELEASES: readonly Release[] = [OLDEST, OLDER, RECENT, TODAYS, NEXT];

/** The tables that an older app knows. */
export const OLDER_TABLES: readonly TableName[] = ['collection', 'task'];

/** Whether the arguments name known fields alone, and no null. */
function saysOnly(args: Call['args'], isKnown: (field: string) => boolean): boolean {
  const said = 'changes' in args ? { ...args, ...args.changes } : args;
  return Object.entries(said).every(([field, value]) => isKnown(field) && value !== null);
}

/**
 * The mutation with which today's mutators do what this one does in a release where each edit gives a task the priority 2, and makes a
 * collection a favourite.
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
 * A frame that a tab of the release `tab` sends, as today's server would have to read it to do what one of the release
 * `server` does: what that release does not know, today's does not know either. `hasOtherEffects`: the server's mutators do something else than
 * those of all tabs (see withOtherEffect).
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
