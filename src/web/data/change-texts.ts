import type { SunglowError } from '#src/domain/errors.ts';
import { TABLE_NAMES, type TableName } from '#src/tables/tables.ts';
import type { MutatorName } from '#src/tables/operations.ts';
import type { HistoryEntry } from '#src/sync/client/storage/history-entries.ts';
import { nounOf, storageFailureText, tableOf } from '#src/web/words/verbs.ts';
import { WORDS, wordsFor } from '#src/web/words/words.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

/** A change in a few words, such as `task completed`. `direction` tells undoing from doing again. */
export function changeText(entry: HistoryEntry, direction: 'undo' | 'redo'): string {
  const { name, steps } = entry;
  for (const { changeText: special } of Object.values(WORDS)) {
    const text = special?.(entry, direction === 'redo') ?? null;
    if (text !== null) return text;
  }
  const { done, many } = wordsFor(name);
  // The section's tasks may be part of the change.
  if (name === 'section.delete') return done;
  const added = addedText(name, steps);
  if (added !== null) return added;
  return (rowsOf('task', steps) > 1 ? many : undefined) ?? done;
}

/** The noun for what was done, by the verb that ends the text of a change. */
const NOUNS: Readonly<Record<string, string>> = {
  added: 'addition',
  changed: 'change',
  completed: 'completion',
  reopened: 'reopening',
  deleted: 'deletion',
  removed: 'removal',
  restored: 'restoration',
  moved: 'move',
  skipped: 'skip',
  archived: 'archiving',
  unarchived: 'unarchiving',
};

/** A change as a noun: `completion`, or `import of 4 tasks`. */
export function changeNoun(entry: HistoryEntry, direction: 'undo' | 'redo'): string {
  const text = changeText(entry, direction);
  if (text.startsWith('import')) return text;
  const verb = text.slice(text.lastIndexOf(' ') + 1);
  return text.startsWith('favorite') ? 'change' : (NOUNS[verb] ?? 'change');
}

/** Operations other than additions that can end an import. */
const ENDS_OF_IMPORT: ReadonlySet<MutatorName> = new Set([
  'task.complete',
  'collection.edit',
  'collection.delete',
]);

/** The tables in the order of a text. */
const TABLES: readonly TableName[] = ['task', ...TABLE_NAMES.filter((table) => table !== 'task')];

/**
 * The text for several added rows: `tasks added`, or `import of 4 tasks and 2 labels`. Null for a single row.
 */
function addedText(name: MutatorName, steps: HistoryEntry['steps']): string | null {
  // Undo deletes the added rows, and redo restores them.
  const isAddedToo = steps.some((step) => /^(?:task|collection)\.(?:delete|restore)$/.test(step.name));
  const isAddition = name.endsWith('.add') || name === 'setting.set';
  if (!isAddition && !(isAddedToo && ENDS_OF_IMPORT.has(name))) return null;
  const counts = TABLES.map((table) => ({ table, rows: rowsOf(table, steps) })).filter(
    ({ rows }) => rows > 0,
  );
  const owners = counts.filter(({ table }) => table === 'task' || table === 'collection');
  // The labels and the section that a new task needs are part of adding it.
  if (tableOf(name) === 'task' && owners.every(({ table, rows }) => table === 'task' && rows === 1))
    return null;
  const [first, ...others] = counts;
  if (!first || (others.length === 0 && first.rows === 1)) return null;
  if (others.length === 0) return `${nounOf(first.table)}s added`;
  const parts = counts.map(
    ({ table, rows }) => `${formatCount(rows)} ${nounOf(table)}${rows === 1 ? '' : 's'}`,
  );
  return `import of ${new Intl.ListFormat('en-GB').format(parts)}`;
}

function rowsOf(table: TableName, steps: HistoryEntry['steps']): number {
  return new Set(steps.filter((step) => tableOf(step.name) === table).map(({ args }) => args.id)).size;
}

/** The reason why undo or redo failed. */
export function impossibleText(name: MutatorName, error: SunglowError): string {
  const isOfTask = name.startsWith('task.');
  if (error.code.startsWith('DUPLICATE_')) return `Another ${tableOf(name)} has this name now.`;
  switch (error.code) {
    case 'STORAGE_FAILED':
      return storageFailureText(name);
    case 'GONE':
      return 'The task was deleted in the meantime.';
    case 'COLLECTION_GONE':
      return `${isOfTask ? 'Its' : 'The'} collection was deleted in the meantime.`;
    case 'NOTES_CONFLICT':
      return 'The same lines of its notes were changed in the meantime.';
    case 'PARENT_GONE':
      return 'The task above it was deleted in the meantime.';
    default:
      return error.code.endsWith('_GONE')
        ? `The ${tableOf(name)} was deleted in the meantime.`
        : error.message;
  }
}
