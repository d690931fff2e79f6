import { COLORS } from '#src/domain/colors.ts';
import type { Collection } from '#src/domain/collection.ts';
import type { Task } from '#src/domain/task.ts';
import type { Mutation, MutatorArgs } from '#src/mutators/index.ts';

/** What is known of the rows that a mutation names by id alone. */
export interface Lookup {
  task(id: string): Task | undefined;
  collection(id: string): Collection | undefined;
}

/** A mutation in words: what the user did, and what it said. */
export interface Description {
  /** `Add task “Buy milk”`. */
  readonly title: string;
  /** Each field it would have set, in the user's own text. */
  readonly details: readonly { readonly label: string; readonly value: string }[];
}

export function describeMutation(mutation: Mutation, lookup: Lookup): Description {
  const taskName = (id: string) => quote(lookup.task(id)?.name ?? 'a task that is gone');
  const collectionName = (id: string) => lookup.collection(id)?.name ?? 'a collection that is gone';
  switch (mutation.name) {
    case 'collection.add': {
      const { name, color } = mutation.args;
      const details = [{ label: 'Color', value: COLORS.find(({ hex }) => hex === color)?.name ?? color }];
      return { title: `Add collection ${quote(name)}`, details };
    }
    case 'collection.delete':
      return { title: `Delete collection ${quote(collectionName(mutation.args.id))}`, details: [] };
    case 'task.add': {
      const { name, ...fields } = mutation.args;
      return { title: `Add task ${quote(name)}`, details: describeFields(fields, collectionName) };
    }
    case 'task.edit': {
      const { id, changes } = mutation.args;
      return { title: `Edit task ${taskName(id)}`, details: describeFields(changes, collectionName) };
    }
    case 'task.complete':
      return { title: `Complete task ${taskName(mutation.args.id)}`, details: [] };
    case 'task.delete':
      return { title: `Delete task ${taskName(mutation.args.id)}`, details: [] };
    case 'task.restore':
      return {
        title: `Restore task ${taskName(mutation.args.id)}`,
        details: describeFields({ collectionId: mutation.args.collectionId }, collectionName),
      };
  }
}

/** All of it as plain text, to be pasted elsewhere. */
export function asText({ title, details }: Description): string {
  return [title, ...details.map(({ label, value }) => `${label}: ${value}`)].join('\n');
}

function describeFields(fields: MutatorArgs<'task.edit'>['changes'], collectionName: (id: string) => string) {
  const { name, description, date, collectionId } = fields;
  return [
    { label: 'Name', value: name },
    { label: 'Description', value: description },
    { label: 'Date', value: date },
    { label: 'Collection', value: collectionId === undefined ? undefined : collectionName(collectionId) },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

function quote(text: string): string {
  return `“${text}”`;
}
