import type { Mutation } from '#src/mutators/index.ts';
import { EFFECTS } from '#src/mutators/effects.ts';
import { PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import { NEWEST_FORMAT, type WireFormat } from '#src/sync/wire.ts';
import { readFrame } from './frames.ts';

/** One version of Sunglow, of which tabs and servers may run different ones (sync rule W11). */
export interface Release {
  readonly protocol: number;
  /** The newest in which it writes and reads frames. */
  readonly format: WireFormat;
  /** Whether it has never heard of this mutator, or of one of its arguments. */
  readonly lacks: (mutation: Pick<Mutation, 'name' | 'args'>) => boolean;
}

/** Whether it is about a table, or names a column, that came after the first format. */
function isOfSecond({ name, args }: Pick<Mutation, 'name' | 'args'>): boolean {
  if (name === 'setting.set' || 'priority' in args || isOfThird({ name, args })) return true;
  return 'changes' in args && 'priority' in args.changes;
}

const THIRD_TABLES = [
  'dismissal.',
  'section.',
  'label.',
  'filter.',
  'task.label',
  'task.advance',
  'task.turn',
  'task.purge',
  'collection.purge',
  'reminder.',
];
const SECOND_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'changes',
  'at',
  'name',
  'color',
  'position',
  'value',
  'description',
  'date',
  'collectionId',
  'priority',
]);

/** Whether it is about what came after the second: tables, columns, or that a task has no date. */
function isOfThird({ name, args }: Pick<Mutation, 'name' | 'args'>): boolean {
  if (THIRD_TABLES.some((table) => name.startsWith(table)) || 'base' in args) return true;
  const said = 'changes' in args ? args.changes : args;
  return Object.entries(said).some(([field, value]) => !SECOND_FIELDS.has(field) || value === null);
}

/** The release before deleted things could be restored and collections be moved. */
const OLDER: Release = {
  protocol: 1,
  format: 1,
  lacks: ({ name, args }) =>
    name === 'collection.restore' ||
    name === 'task.restore' ||
    (name === 'collection.edit' && 'changes' in args && 'position' in args.changes) ||
    isOfSecond({ name, args }),
};
/** The release before there were other tables and columns than the first. */
const FIRST_FORMAT: Release = { protocol: 1, format: 1, lacks: isOfSecond };
/** The release before there were times, labels, sections and sub-tasks. */
const SECOND_FORMAT: Release = { protocol: 1, format: 2, lacks: isOfThird };
/** The release in which a repeating task moved alone. */
const MOVED_ALONE: Release = {
  protocol: 1,
  format: NEWEST_FORMAT,
  lacks: ({ name, args }) =>
    'renews' in args ||
    'below' in args ||
    (name === 'task.turn' &&
      'changes' in args &&
      ('deadline' in args.changes || 'description' in args.changes)),
};
export const TODAYS: Release = { protocol: 1, format: NEWEST_FORMAT, lacks: () => false };
/** Speaks another protocol, and only that. */
export const NEXT: Release = { protocol: 2, format: NEWEST_FORMAT, lacks: () => false };

export const RELEASES: readonly Release[] = [OLDER, FIRST_FORMAT, SECOND_FORMAT, MOVED_ALONE, TODAYS, NEXT];

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
      const { format: _, ...hello } = message;
      const format = Math.min(tab.format, server.format);
      const effects = hasOtherEffects ? EFFECTS + 1 : hello.effects;
      return JSON.stringify({ ...hello, protocol, effects, ...(format > 1 && { format }) });
    }
    case 'push': {
      const mutations = message.mutations.map((mutation) => {
        if (server.lacks(mutation)) return { ...mutation, name: `unknown.${mutation.name}` };
        return hasOtherEffects ? withOtherEffect(mutation) : mutation;
      });
      return JSON.stringify({ ...message, mutations });
    }
    case 'pull':
      return frame;
  }
}
