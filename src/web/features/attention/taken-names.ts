import { hasId } from '#src/domain/id-set.ts';
import { isThere } from '#src/tables/task/task.ts';
import { isKnownMutation, type Mutation, type Operation } from '#src/tables/operations.ts';
import type { NamedTable } from '#src/tables/kit/named.ts';
import { tableOf } from '#src/web/words/verbs.ts';
import type { Lookup } from './describe-mutation.ts';

/**
 * The name that the mutation gives a collection, section or label, if another one has it now, so that the
 * user has to choose another name.
 */
export function takenName(mutation: Mutation, lookup: Lookup): string | undefined {
  const name = isKnownMutation(mutation) ? nameOf(mutation) : undefined;
  return name !== undefined && isTaken(name, mutation, lookup) ? name : undefined;
}

/** True when another row has the name now. */
export function isTaken(name: string, mutation: Mutation, lookup: Lookup): boolean {
  const id = holderOf(name, mutation, lookup);
  return id !== undefined && id !== mutation.args.id;
}

/** True when a collection to restore has the name of another one. */
export function isNameTaken({ name, args }: Mutation, lookup: Lookup): boolean {
  const collection = name === 'collection.restore' ? lookup.collection(args.id) : undefined;
  return collection !== undefined && lookup.named('collection', collection.name) !== undefined;
}

/** The same mutation with this name, if it gives one. */
export function renamed(mutation: Mutation, name: string): Mutation {
  if (nameOf(mutation) === undefined) return mutation;
  const { args } = mutation;
  const named = 'changes' in args ? { ...args, changes: { ...args.changes, name } } : { ...args, name };
  return { ...mutation, args: named } as Mutation;
}

/**
 * True when the mutation adds a label or section with the name of an existing one, which tasks may get
 * instead.
 */
export function isThereByName(mutation: Mutation, lookup: Lookup): boolean {
  const isOne = mutation.name === 'label.add' || mutation.name === 'section.add';
  return isOne && takenName(mutation, lookup) !== undefined;
}

/** Tasks that use the rejected label or section get the existing one of that name. */
export function givenThere(mutation: Mutation, lookup: Lookup, at: number): Operation[] {
  const there = holderOf(nameOf(mutation) ?? '', mutation, lookup);
  if (there === undefined) return [];
  const { id: missing } = mutation.args;
  return lookup
    .rows('task')
    .filter((task) => isThere(task, lookup))
    .flatMap(({ id, labels, sectionId }): Operation[] => {
      if (hasId(labels, missing))
        return [{ name: 'task.label', args: { id, add: there, remove: missing, at } }];
      return sectionId === missing
        ? [{ name: 'task.edit', args: { id, changes: { sectionId: there }, at } }]
        : [];
    });
}

/** The name that the mutation gives, in a table with unique names. */
function nameOf(mutation: Mutation): string | undefined {
  const { name, args } = mutation;
  if (name === 'collection.add' || name === 'section.add' || name === 'label.add') return args.name;
  const isEdit = name === 'collection.edit' || name === 'section.edit' || name === 'label.edit';
  return isEdit ? args.changes.name : undefined;
}

/** The id of the row with the name; of sections, in the same collection. */
function holderOf(name: string, mutation: Mutation, lookup: Lookup): string | undefined {
  const table = tableOf(mutation.name) as NamedTable;
  const collectionId =
    mutation.name === 'section.add'
      ? mutation.args.collectionId
      : lookup.get('section', mutation.args.id)?.collectionId;
  return lookup.named(table, name, table === 'section' ? collectionId : undefined);
}
