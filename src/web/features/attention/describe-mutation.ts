import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { COLORS, type ColorHex } from '#src/domain/colors.ts';
import type { Collection } from '#src/domain/collection.ts';
import type { SettableIn } from '#src/domain/schema/index.ts';
import { withoutDefaults } from '#src/domain/schema/row.ts';
import type { Task } from '#src/domain/task.ts';
import { isKnownMutation, type Mutation } from '#src/mutators/index.ts';
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

type TaskFields = SettableIn<'task'>;

/** What each field of a task is called, and how it is told, with more than its value where that says nothing. */
const TASK_FIELDS: {
  readonly [Field in keyof TaskFields]: {
    readonly label: string;
    readonly tell: (value: TaskFields[Field], words: Words) => string;
  };
} = {
  name: { label: 'Name', tell: (name) => name },
  description: { label: 'Description', tell: (description) => description || 'None' },
  date: { label: 'Date', tell: (date, { today }) => shortDay(date, today) },
  collectionId: { label: 'Collection', tell: (id, { collectionName }) => collectionName(id) },
  priority: { label: 'Priority', tell: (priority) => String(priority) },
};

interface Words {
  readonly today: CalendarDay;
  readonly collectionName: (id: string) => string;
}

function describeFields(fields: Partial<TaskFields>, words: Words): Description['details'] {
  const tell = <Field extends keyof TaskFields>(field: Field) => {
    const value = fields[field];
    const { label, tell: told } = TASK_FIELDS[field];
    return value === undefined ? [] : [{ label, value: told(value, words) }];
  };
  return (Object.keys(TASK_FIELDS) as (keyof TaskFields)[]).flatMap((field) => tell(field));
}

export function describeMutation(mutation: Mutation, lookup: Lookup, today: CalendarDay): Description {
  if (!isKnownMutation(mutation)) return describeUnknown(mutation);
  const refusedName = (id: string) => lookup.refusedAdd(id)?.args.name;
  const taskName = (id: string) => quote(lookup.task(id)?.name ?? refusedName(id) ?? 'a task that is gone');
  const collectionName = (id: string) =>
    lookup.collection(id)?.name ?? refusedName(id) ?? 'a collection that is gone';
  const words = { today, collectionName };
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
      return {
        title: `Add task ${quote(name)}`,
        details: describeFields(withoutDefaults('task', fields), words),
      };
    }
    case 'task.edit': {
      const { id, changes } = mutation.args;
      return { title: `Edit task ${taskName(id)}`, details: describeFields(changes, words) };
    }
    case 'task.complete':
      return { title: `Complete task ${taskName(mutation.args.id)}`, details: [] };
    case 'task.reopen':
      return {
        title: `Reopen task ${taskName(mutation.args.id)}`,
        details: describeFields({ collectionId: mutation.args.collectionId }, words),
      };
    case 'task.delete':
      return { title: `Delete task ${taskName(mutation.args.id)}`, details: [] };
    case 'task.restore':
      return {
        title: `Restore task ${taskName(mutation.args.id)}`,
        details: describeFields({ collectionId: mutation.args.collectionId }, words),
      };
    case 'setting.set':
      return {
        title: `Change setting ${quote(mutation.args.id)}`,
        details: [{ label: 'Value', value: mutation.args.value || 'None' }],
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
