import { hasId } from '#src/domain/id-set.ts';
import { isThere } from '#src/domain/task.ts';
import { isKnownMutation, type Mutation, type Operation } from '#src/mutators/index.ts';
import type { NamedTable } from '#src/mutators/named.ts';
import { tableOf } from '#src/web/words/verbs.ts';
import type { Lookup } from './describe-mutation.ts';

/** The name that it would give to a collection, a section or a label, when another one has it by now: it needs another name first. */
export function takenName(mutation: Mutation, lookup: Lookup): string | undefined {
  const name = isKnownMutation(mutation) ? nameOf(mutation) : undefined;
  return name !== undefined && isTaken(name, mutation, lookup) ? name : undefined;
}

/** Whether another one has the name by now. */
export function isTaken(name: string, mutation: Mutation, lookup: Lookup): boolean {
  const id = holderOf(name, mutation, lookup);
  return id !== undefined && id !== mutation.args.id;
}

/** Whether a collection that would come back has a name that another one has by now. */
export function isNameTaken({ name, args }: Mutation, lookup: Lookup): boolean {
  const collection = name === 'collection.restore' ? lookup.collection(args.id) : undefined;
  return collection !== undefined && lookup.named('collection', collection.name) !== undefined;
}

/** The same, with this name where it would give one. */
export function renamed(mutation: Mutation, name: string): Mutation {
  if (nameOf(mutation) === undefined) return mutation;
  const { args } = mutation;
  const named = 'changes' in args ? { ...args, changes: { ...args.changes, name } } : { ...args, name };
  return { ...mutation, args: named } as Mutation;
}

/** Whether it would add a label or a section that is there by its name: what was to have it may have that one. */
export function isThereByName(mutation: Mutation, lookup: Lookup): boolean {
  const isOne = mutation.name === 'label.add' || mutation.name === 'section.add';
  return isOne && takenName(mutation, lookup) !== undefined;
}

/** What has the label or the section that would be added gets the one that is there by its name. */
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

/** The name that it would give to what has names of its own. */
function nameOf(mutation: Mutation): string | undefined {
  const { name, args } = mutation;
  if (name === 'collection.add' || name === 'section.add' || name === 'label.add') return args.name;
  const isEdit = name === 'collection.edit' || name === 'section.edit' || name === 'label.edit';
  return isEdit ? args.changes.name : undefined;
}

/** The id of the one that has the name: of sections, in the same collection. */
function holderOf(name: string, mutation: Mutation, lookup: Lookup): string | undefined {
  const table = tableOf(mutation.name) as NamedTable;
  const collectionId =
    mutation.name === 'section.add'
      ? mutation.args.collectionId
      : lookup.get('section', mutation.args.id)?.collectionId;
  return lookup.named(table, name, table === 'section' ? collectionId : undefined);
}
