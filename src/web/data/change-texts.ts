import type { SunglowError } from '#src/domain/errors.ts';
import type { TableName } from '#src/domain/schema/index.ts';
import type { MutatorName } from '#src/mutators/index.ts';
import type { HistoryEntry } from '#src/sync/client/storage/history-entries.ts';
import { actionOf, nounOf, storageFailureText, tableOf, type Action } from './failure-texts.ts';

const DONE: Readonly<Record<Action, string>> = {
  add: 'added',
  edit: 'changed',
  delete: 'deleted',
  remove: 'removed',
  restore: 'restored',
  purge: 'deleted for good',
  complete: 'completed',
  advance: 'completed',
  reopen: 'reopened',
  turn: 'changed',
  label: 'changed',
  set: 'changed',
};

/** What is said otherwise. */
const CHANGES: Partial<Record<MutatorName, string>> = {
  'task.label': 'labels changed',
  'reminder.delete': 'reminder removed',
  'dismissal.add': 'wording kept as text',
  'dismissal.remove': 'wording forgotten',
};

/** What was done, where it was done to one row. */
function doneText(name: MutatorName): string {
  return CHANGES[name] ?? `${nounOf(tableOf(name))} ${DONE[actionOf(name)]}`;
}

/** Where they are done to many at once. */
const MANY: Partial<Record<MutatorName, string>> = {
  'task.complete': 'tasks completed',
  'task.advance': 'tasks completed',
  'task.delete': 'tasks deleted',
  'task.edit': 'tasks changed',
  'task.label': 'labels changed',
};

/** A change in a few words, such as `task completed`. `direction`: whether its steps take it back, or do it again. */
export function changeText({ name, steps }: HistoryEntry, direction: 'undo' | 'redo'): string {
  const collectionText = collectionEditText(steps, direction === 'redo');
  if (collectionText !== null) return collectionText;
  const isTaskMove = steps.every(
    (step) =>
      step.name === 'task.edit' &&
      Object.keys(step.args.changes).every((field) => field === 'place' || field === 'dayPlace'),
  );
  if (isTaskMove) return 'task moved';
  const isSkip = steps.every(
    (step) => step.name === 'task.turn' && typeof step.args.occurrenceId !== 'string',
  );
  if (name === 'task.advance' && isSkip) return 'time skipped';
  // Its tasks may have gone with it.
  if (name === 'section.delete') return doneText(name);
  if (steps.length > 1 && steps.every((step) => step.name === 'setting.set')) return 'settings changed';
  const added = addedText(name, steps);
  if (added !== null) return added;
  const tasks = rowsOf('task', steps);
  return (tasks > 1 ? MANY[name] : undefined) ?? doneText(name);
}

/** What may come last in an import, besides what adds. */
const ENDS_OF_IMPORT: ReadonlySet<MutatorName> = new Set([
  'task.complete',
  'collection.edit',
  'collection.delete',
]);

const TABLES = [
  'task',
  'collection',
  'section',
  'label',
  'filter',
  'setting',
  'dismissal',
  'reminder',
] as const;

/** What came into being with several rows: `tasks added`, or of an import `import of 4 tasks and 2 labels`; null where it is one. */
function addedText(name: MutatorName, steps: HistoryEntry['steps']): string | null {
  // Taken back, what was added is deleted, and then restored.
  const isAddedToo = steps.some((step) => /^(?:task|collection)\.(?:delete|restore)$/.test(step.name));
  const isAddition = name.endsWith('.add') || name === 'setting.set';
  if (!isAddition && !(isAddedToo && ENDS_OF_IMPORT.has(name))) return null;
  const counts = TABLES.map((table) => ({ table, rows: rowsOf(table, steps) })).filter(
    ({ rows }) => rows > 0,
  );
  const owners = counts.filter(({ table }) => table === 'task' || table === 'collection');
  // A task brings along the labels and the section that came into being with it.
  if (tableOf(name) === 'task' && owners.every(({ table, rows }) => table === 'task' && rows === 1))
    return null;
  const [first, ...others] = counts;
  if (!first || (others.length === 0 && first.rows === 1)) return null;
  if (others.length === 0) return `${nounOf(first.table)}s added`;
  const parts = counts.map(
    ({ table, rows }) => `${rows.toLocaleString()} ${nounOf(table)}${rows === 1 ? '' : 's'}`,
  );
  return `import of ${new Intl.ListFormat('en-GB').format(parts)}`;
}

function rowsOf(table: TableName, steps: HistoryEntry['steps']): number {
  return new Set(steps.filter((step) => tableOf(step.name) === table).map(({ args }) => args.id)).size;
}

/** What was done by edits of collections that say no more than where they stand; null where it is more, or anything else. */
function collectionEditText(steps: HistoryEntry['steps'], isDone: boolean): string | null {
  const changes = steps.map((step) => (step.name === 'collection.edit' ? step.args.changes : null));
  const isOf = (...fields: readonly string[]) =>
    changes.every((each) => each !== null && Object.keys(each).every((field) => fields.includes(field)));
  if (isOf('position', 'parentId')) return 'collection moved';
  const [first] = changes;
  if (isOf('archivedAt'))
    return (first?.archivedAt === null) === isDone ? 'collection unarchived' : 'collection archived';
  if (isOf('isFavourite'))
    return (first?.isFavourite === 1) === isDone ? 'favourite added' : 'favourite removed';
  // A setting says the rest of how its list is shown.
  const edits = changes.filter((_, index) => steps[index]?.name !== 'setting.set');
  const isView = edits.length > 0 && edits.every((each) => each && Object.keys(each).join(' ') === 'layout');
  return isView ? 'view changed' : null;
}

/** Why a change could not be taken back, or not be done again. */
export function impossibleText(name: MutatorName, error: SunglowError): string {
  const isOfTask = name.startsWith('task.');
  switch (error.code) {
    case 'STORAGE_FAILED':
      return storageFailureText(name);
    case 'GONE':
      return 'The task was deleted in the meantime.';
    case 'COLLECTION_GONE':
      return `${isOfTask ? 'Its' : 'The'} collection was deleted in the meantime.`;
    case 'DUPLICATE_COLLECTION':
    case 'DUPLICATE_SECTION':
    case 'DUPLICATE_LABEL':
      return `Another ${tableOf(name)} has that name by now.`;
    case 'SECTION_GONE':
    case 'LABEL_GONE':
    case 'REMINDER_GONE':
    case 'FILTER_GONE':
      return `The ${tableOf(name)} was deleted in the meantime.`;
    case 'NOTES_CONFLICT':
      return 'The same lines of its notes were changed in the meantime.';
    case 'PARENT_GONE':
      return 'The task above it was deleted in the meantime.';
    default:
      return error.message;
  }
}
