import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { COLORS, type ColorHex } from '#src/domain/colors.ts';
import type { Collection } from '#src/domain/collection.ts';
import { idsIn } from '#src/domain/id-set.ts';
import type { Rows, SettableIn } from '#src/domain/schema/index.ts';
import { withoutDefaults } from '#src/domain/schema/row.ts';
import type { Task } from '#src/domain/task.ts';
import { formatDuration } from '#src/domain/duration.ts';
import { isKnownMutation, type Mutation } from '#src/mutators/index.ts';
import type { NamedTable } from '#src/mutators/named.ts';
import type { AddMutation } from '#src/web/data/rejected-add.ts';
import { reminderText } from '#src/web/words/reminder.ts';
import { settingName } from '#src/web/words/setting-names.ts';
import { settingValueText } from '#src/web/words/setting.ts';
import { shortDay } from '#src/web/ui/friendly-day.ts';

/** What is known of the rows that a mutation names by id alone. */
export interface Lookup {
  task(id: string): Task | undefined;
  collection(id: string): Collection | undefined;
  get<T extends 'section' | 'label' | 'dismissal' | 'reminder' | 'filter'>(
    table: T,
    id: string,
  ): Rows[T] | undefined;
  /** All rows of the table, deleted or not. */
  rows<T extends 'task' | 'section'>(table: T): readonly Rows[T][];
  rejectedAdd(id: string): AddMutation | undefined;
  /** Whether the server has rejected what brings the row back, as nothing is left of it there, and that is not settled. */
  isPurged(id: string): boolean;
  /** The id of the row that is there and has the name; of sections, in that collection. */
  named(table: NamedTable, name: string, collectionId?: string): string | undefined;
}

/** A mutation in words: what the user did, and what it said. */
export interface Description {
  /** `Add task “Buy milk”`. */
  readonly title: string;
  /** Each field it would have set, in the user's own text. */
  readonly details: readonly { readonly label: string; readonly value: string }[];
}

const VERBS = { edit: 'Edit', delete: 'Delete', restore: 'Restore' };

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
  date: { label: 'Date', tell: dayText },
  collectionId: { label: 'Collection', tell: (id, { collectionName }) => collectionName(id) },
  priority: { label: 'Priority', tell: (priority) => String(priority) },
  time: { label: 'Time', tell: (time) => time ?? 'None' },
  zone: { label: 'Time zone', tell: (zone) => zone ?? 'Local' },
  duration: { label: 'Duration', tell: (minutes) => (minutes === null ? 'None' : formatDuration(minutes)) },
  deadline: { label: 'Deadline', tell: dayText },
  parentId: { label: 'Parent', tell: (id, { taskName }) => (id === null ? 'None' : taskName(id)) },
  sectionId: { label: 'Section', tell: (id, { nameIn }) => (id === null ? 'None' : nameIn('section', id)) },
  place: { label: 'Place', tell: () => 'Moved' },
  dayPlace: { label: 'Place in its day', tell: () => 'Moved' },
  repeat: { label: 'Repeats', tell: (rule) => rule ?? 'No' },
  repeatFrom: { label: 'Repeats from', tell: (from) => from },
  repeatStart: { label: 'Repeats since', tell: (due) => due ?? 'None' },
  repeatDue: { label: 'Due by its rule', tell: (due) => due ?? 'None' },
};

interface Words {
  readonly today: CalendarDay;
  readonly collectionName: (id: string) => string;
  readonly taskName: (id: string) => string;
  readonly nameIn: (table: 'section' | 'label' | 'filter', id: string) => string;
}

function dayText(day: CalendarDay | null, { today }: Words): string {
  return day === null ? 'None' : shortDay(day, today);
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
  const rejectedName = (id: string) => lookup.rejectedAdd(id)?.args.name;
  const taskName = (id: string) => quote(lookup.task(id)?.name ?? rejectedName(id) ?? 'a task that is gone');
  const collectionName = (id: string) =>
    lookup.collection(id)?.name ?? rejectedName(id) ?? 'a collection that is gone';
  const nameIn = (table: 'section' | 'label' | 'filter', id: string) =>
    lookup.get(table, id)?.name ?? `a ${table} that is gone`;
  const words = { today, collectionName, taskName, nameIn };
  switch (mutation.name) {
    case 'collection.add': {
      const { name, color, parentId = null } = mutation.args;
      const parent = parentId === null ? [] : [{ label: 'Parent', value: collectionName(parentId) }];
      return { title: `Add collection ${quote(name)}`, details: [colorDetail(color), ...parent] };
    }
    case 'collection.edit': {
      const { id, changes } = mutation.args;
      const { name, color, parentId, archivedAt, isFavourite, layout } = changes;
      const isMoved = Object.keys(changes).every((field) => field === 'position' || field === 'parentId');
      return {
        title: `${isMoved ? 'Move' : 'Edit'} collection ${quote(collectionName(id))}`,
        details: [
          ...(name === undefined ? [] : [{ label: 'Name', value: name }]),
          ...(color === undefined ? [] : [colorDetail(color)]),
          ...(parentId === undefined
            ? []
            : [{ label: 'Parent', value: parentId === null ? 'None' : collectionName(parentId) }]),
          ...(archivedAt === undefined
            ? []
            : [{ label: 'Archived', value: archivedAt === null ? 'No' : 'Yes' }]),
          ...(isFavourite === undefined
            ? []
            : [{ label: 'Favourite', value: isFavourite === 1 ? 'Yes' : 'No' }]),
          ...(layout === undefined
            ? []
            : [{ label: 'Layout', value: layout === 'board' ? 'Board' : 'List' }]),
        ],
      };
    }
    case 'collection.delete':
      return { title: `Delete collection ${quote(collectionName(mutation.args.id))}`, details: [] };
    case 'collection.restore':
      return { title: `Restore collection ${quote(collectionName(mutation.args.id))}`, details: [] };
    case 'collection.purge':
      return { title: `Delete collection ${quote(collectionName(mutation.args.id))} for good`, details: [] };
    case 'task.purge':
      return { title: `Delete task ${taskName(mutation.args.id)} for good`, details: [] };
    case 'section.add': {
      const { name, collectionId } = mutation.args;
      return { title: `Add section ${quote(name)}`, details: describeFields({ collectionId }, words) };
    }
    case 'label.add': {
      const { name, color } = mutation.args;
      return { title: `Add label ${quote(name)}`, details: [colorDetail(color)] };
    }
    case 'filter.add': {
      const { name, ...said } = mutation.args;
      return { title: `Add filter ${quote(name)}`, details: filterDetails(said) };
    }
    case 'filter.edit': {
      const { id, changes } = mutation.args;
      const { name, ...said } = changes;
      return {
        title: `Edit filter ${quote(nameIn('filter', id))}`,
        details: [...(name === undefined ? [] : [{ label: 'Name', value: name }]), ...filterDetails(said)],
      };
    }
    case 'section.edit':
    case 'section.delete':
    case 'section.restore':
    case 'label.edit':
    case 'label.delete':
    case 'label.restore':
    case 'filter.delete':
    case 'filter.restore': {
      const [table, verb] = mutation.name.split('.') as ['section' | 'label' | 'filter', keyof typeof VERBS];
      const changes = 'changes' in mutation.args ? mutation.args.changes : {};
      return {
        title: `${VERBS[verb]} ${table} ${quote(nameIn(table, mutation.args.id))}`,
        details: [
          ...(changes.name === undefined ? [] : [{ label: 'Name', value: changes.name }]),
          ...('color' in changes ? [colorDetail(changes.color)] : []),
        ],
      };
    }
    case 'task.label': {
      const { id, add = '', remove = '' } = mutation.args;
      const names = (set: string) => idsIn(set).map((label) => nameIn('label', label)).join(', '); // prettier-ignore
      return {
        title: `Change labels of ${taskName(id)}`,
        details: [
          ...(add === '' ? [] : [{ label: 'Added', value: names(add) }]),
          ...(remove === '' ? [] : [{ label: 'Taken off', value: names(remove) }]),
        ],
      };
    }
    case 'task.add': {
      const { name, labels = '', ...fields } = mutation.args;
      const labelNames = idsIn(labels).map((label) => nameIn('label', label));
      return {
        title: `Add task ${quote(name)}`,
        details: [
          ...describeFields(withoutDefaults('task', fields), words),
          ...(labelNames.length === 0 ? [] : [{ label: 'Labels', value: labelNames.join(', ') }]),
        ],
      };
    }
    case 'task.edit': {
      const { id, changes } = mutation.args;
      return { title: `Edit task ${taskName(id)}`, details: describeFields(changes, words) };
    }
    case 'task.complete':
      return { title: `Complete task ${taskName(mutation.args.id)}`, details: [] };
    case 'task.advance':
    case 'task.turn': {
      const isSkipped = mutation.name === 'task.advance' && typeof mutation.args.occurrenceId !== 'string';
      const verb = mutation.name === 'task.turn' ? 'Take back' : isSkipped ? 'Skip' : 'Complete';
      return { title: `${verb} one time of task ${taskName(mutation.args.id)}`, details: [] };
    }
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
    case 'reminder.add':
    case 'reminder.delete':
    case 'reminder.restore': {
      const { id } = mutation.args;
      const reminder = mutation.name === 'reminder.add' ? mutation.args : lookup.get('reminder', id);
      const verb = { add: 'Add', delete: 'Remove', restore: 'Restore' }[verbOf(mutation.name)];
      return {
        title: `${verb} reminder of ${taskName(reminder?.taskId ?? '')}`,
        details: reminder ? [{ label: 'When', value: reminderText(reminder) }] : [],
      };
    }
    case 'setting.set':
      return {
        title: `Change setting ${quote(settingName(mutation.args.id))}`,
        details: [{ label: 'Choice', value: settingValueText(mutation.args.id, mutation.args.value ?? '') }],
      };
    case 'dismissal.add':
      return { title: `Keep ${quote(mutation.args.wording)} as text`, details: [] };
    case 'dismissal.remove': {
      const { wording = 'a wording that is gone' } = lookup.get('dismissal', mutation.args.id) ?? {};
      return { title: `Forget ${quote(wording)}, kept as text`, details: [] };
    }
  }
}

type ReminderVerb = 'add' | 'delete' | 'restore';

function verbOf(name: `reminder.${ReminderVerb}`): ReminderVerb {
  return name.slice(name.indexOf('.') + 1) as ReminderVerb;
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

function filterDetails({ query, color, isFavourite, place }: Partial<SettableIn<'filter'>>) {
  return [
    ...(query === undefined ? [] : [{ label: 'Query', value: query }]),
    ...(color === undefined ? [] : [color === null ? { label: 'Color', value: 'None' } : colorDetail(color)]),
    ...(isFavourite === undefined ? [] : [{ label: 'Favourite', value: isFavourite === 1 ? 'Yes' : 'No' }]),
    ...(place === undefined ? [] : [{ label: 'Place', value: 'Moved' }]),
  ];
}

function colorDetail(color: ColorHex) {
  return { label: 'Color', value: COLORS.find(({ hex }) => hex === color)?.name ?? color };
}

function quote(text: string): string {
  return `“${text}”`;
}
