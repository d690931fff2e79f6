import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { COLORS, type ColorHex } from '#src/domain/colors.ts';
import type { Collection } from '#src/domain/collection.ts';
import type { Task } from '#src/domain/task.ts';
import { isKnownMutation, type Mutation, type MutatorArgs } from '#src/mutators/index.ts';
import type { AddMutation } from '#src/web/hooks/refused-add.ts';
import { shortDay } from '#src/web/ui/friendly-day.ts';

/** What is known of the rows that a mutation names by id alone. */
export interface Lookup {
  task(id: string): Task | undefined;
  collection(id: string): Collection | undefined;
  /** All tasks that name the collection, deleted or not. */
  tasksOf(collectionId: string): readonly Task[];
  refusedAdd(id: string): AddMutation | undefined;
  /** Whether the server has refused to bring the row back, as nothing is left of it there, and that is not settled. */
  isPurged(id: string): boolean;
  /** Whether a collection other than the one with this id has the name. */
  isTaken(name: string, id: string): boolean;
}

/** A mutation in words: what the user did, and what it said. */
export interface Description {
  /** `Add task “Buy milk”`. */
  readonly title: string;
  /** Each field it would have set, in the user's own text. */
  readonly details: readonly { readonly label: string; readonly value: string }[];
}

export function describeMutation(mutation: Mutation, lookup: Lookup, today: CalendarDay): Description {
  if (!isKnownMutation(mutation)) return describeUnknown(mutation);
  const refusedName = (id: string) => lookup.refusedAdd(id)?.args.name;
  const taskName = (id: string) => quote(lookup.task(id)?.name ?? refusedName(id) ?? 'a task that is gone');
  const collectionName = (id: string) =>
    lookup.collection(id)?.name ?? refusedName(id) ?? 'a collection that is gone';
  const describeFields = ({ name, description, date, collectionId }: MutatorArgs<'task.edit'>['changes']) =>
    [
      { label: 'Name', value: name },
      { label: 'Description', value: description },
      { label: 'Date', value: date && shortDay(date, today) },
      { label: 'Collection', value: collectionId && collectionName(collectionId) },
    ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  switch (mutation.name) {
    case 'collection.add': {
      const { name, color } = mutation.args;
      return { title: `Add collection ${quote(name)}`, details: [colorDetail(color)] };
    }
    case 'collection.edit': {
      const { id, changes } = mutation.args;
      const { name, color } = changes;
      const isMoved = name === undefined && color === undefined;
      return {
        title: `${isMoved ? 'Move' : 'Edit'} collection ${quote(collectionName(id))}`,
        details: [
          ...(name === undefined ? [] : [{ label: 'Name', value: name }]),
          ...(color === undefined ? [] : [colorDetail(color)]),
        ],
      };
    }
    case 'collection.delete':
      return { title: `Delete collection ${quote(collectionName(mutation.args.id))}`, details: [] };
    case 'collection.restore':
      return { title: `Restore collection ${quote(collectionName(mutation.args.id))}`, details: [] };
    case 'task.add': {
      const { name, ...fields } = mutation.args;
      return { title: `Add task ${quote(name)}`, details: describeFields(fields) };
    }
    case 'task.edit': {
      const { id, changes } = mutation.args;
      const isCleared = changes.description === '';
      return {
        title: `Edit task ${taskName(id)}`,
        details: describeFields(isCleared ? { ...changes, description: 'None' } : changes),
      };
    }
    case 'task.complete':
      return { title: `Complete task ${taskName(mutation.args.id)}`, details: [] };
    case 'task.reopen':
      return {
        title: `Reopen task ${taskName(mutation.args.id)}`,
        details: describeFields({ collectionId: mutation.args.collectionId }),
      };
    case 'task.delete':
      return { title: `Delete task ${taskName(mutation.args.id)}`, details: [] };
    case 'task.restore':
      return {
        title: `Restore task ${taskName(mutation.args.id)}`,
        details: describeFields({ collectionId: mutation.args.collectionId }),
      };
  }
}

/** Whatever it says, so that the user's text is not lost. */
function describeUnknown({ name, args }: { readonly name: string; readonly args: object }): Description {
  return { title: `A change by another version of Sunglow (${name})`, details: textsIn(args) };
}

function textsIn(args: object): Description['details'] {
  return Object.entries(args).flatMap(([label, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return textsIn(value);
    return label === 'id' || label === 'at' ? [] : [{ label, value: String(value) }];
  });
}

/** All of it as plain text, to be pasted elsewhere. */
export function asText({ title, details }: Description): string {
  return [title, ...details.map(({ label, value }) => `${label}: ${value}`)].join('\n');
}

function colorDetail(color: ColorHex) {
  return { label: 'Color', value: COLORS.find(({ hex }) => hex === color)?.name ?? color };
}

function quote(text: string): string {
  return `“${text}”`;
}
