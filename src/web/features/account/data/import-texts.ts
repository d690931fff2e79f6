import { capitalized } from '#src/domain/text/capitalized.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { settingName } from '#src/web/words/setting-names.ts';
import { nounOf } from '#src/web/words/verbs.ts';
import { columnsOf, declarationOf, type TableName } from '#src/tables/tables.ts';
import type { PlanSummary } from '#src/file/summarize-plan.ts';
import { FILE_LISTS, tableOf, type FileListName, type FileTable } from '#src/file/data-file.ts';
import { ADJUSTED, type Note, type Reason } from '#src/file/import-plan.ts';

/** The reasons common to all tables. Their texts contain the nouns of the table. */
type ListReason = 'NO_OWNER' | 'TABLE_LIMIT' | 'WRONG_ENTRY';

const REASONS: Readonly<Record<Exclude<Reason, ListReason>, string>> = {
  ALREADY_HERE: 'Here already',
  MERGED: 'Same name as one of your collections, sections or labels: the tasks join it',
  OTHER_COLOR: 'Colors that Sunglow does not have: they become Blue-Gray',
  TWICE: 'In the file twice',
  NO_ENTRY: 'Neither task nor collection',
  NO_ID: 'Without an id',
  NO_NAME: 'Without a name',
  NAME_TOO_LONG: 'Names that are too long',
  DESCRIPTION_TOO_LONG: 'Descriptions that are too long',
  WRONG_DATE: 'Without a valid date, such as 2026-06-15',
  NO_COLLECTION: 'Tasks without a known collection',
  NO_PARENT: 'Parent missing: they become tasks of their own',
  PARENT_COMPLETED: 'Open sub-tasks of a completed task: they become tasks of their own',
  CIRCLE: 'Tasks or collections below themselves: one of them moves to the top level',
  TOO_DEEP: 'Too many levels deep: they move to the top level',
  NO_SECTION: 'Unknown section: the tasks get none',
  NO_LABEL: 'Unknown labels: left out',
  NO_FILTER: 'Views without a known filter',
  SUBTASK_LIMIT: 'More than 1,000 sub-tasks of a task: the others become tasks of their own',
  LABELS_LIMIT: 'More than 100 labels on a task: the others are left out',
};

/** Texts for entries with invalid values; other lists have a general one. */
const WRONG_ENTRIES: { readonly [list in FileListName]?: string } = {
  settings: 'Preferences that Sunglow does not know',
  reminders: 'Reminders without a time',
  dismissals: 'Words kept as text without their words or language',
  filters: 'Filters without a query, or with one that is too long',
};

type Nouns = readonly [one: string, many: string];

/** The nouns of lists whose entries are not called like the rows of their table. */
const NOUNS: { readonly [list in FileListName]?: Nouns } = {
  completedTasks: ['completed task', 'completed tasks'],
  settings: ['preference', 'preferences'],
  dismissals: ['words kept as text', 'words kept as text'],
};

function nounsOf(list: FileListName): Nouns {
  const noun = nounOf(tableOf(list));
  return NOUNS[list] ?? [noun, `${noun}s`];
}

export interface NoteGroup {
  readonly text: string;
  readonly notes: readonly Note[];
}

/** The notes grouped by reason, the most frequent first: skipped entries, and adjusted ones. */
export function groupNotes(
  notes: readonly Note[],
): Readonly<Record<'skipped' | 'adjusted', readonly NoteGroup[]>> {
  const groupsOf = (some: readonly Note[]) =>
    [...Map.groupBy(some, reasonText)]
      .map(([text, notes]) => ({ text, notes }))
      .toSorted((a, b) => b.notes.length - a.notes.length);
  return {
    skipped: groupsOf(notes.filter(({ reason }) => !ADJUSTED.has(reason))),
    adjusted: groupsOf(notes.filter(({ reason }) => ADJUSTED.has(reason))),
  };
}

function reasonText({ list, reason }: Note): string {
  const table = tableOf(list);
  const many = nounsOf(`${table}s`)[1];
  if (reason === 'TABLE_LIMIT')
    return `More ${many} than the ${formatCount(declarationOf(table).limit)} you can have`;
  if (reason === 'NO_OWNER') return `${capitalized(many)} without a known ${ownerNoun(table)}`;
  if (reason === 'WRONG_ENTRY') return WRONG_ENTRIES[list] ?? `${capitalized(many)} that Sunglow cannot read`;
  return REASONS[reason];
}

/** The noun of the row that a row of the table requires. */
function ownerNoun(table: TableName): string {
  const required = columnsOf(table).find(([, { references, default: otherwise }]) => {
    return references !== null && otherwise === undefined;
  });
  return nounsOf(`${required?.[1].references as FileTable}s`)[0];
}

export interface CountOf {
  readonly count: string;
  readonly noun: string;
}

/** The added rows, such as `2` and `collections`, and how many tasks repeat, without counts of 0. */
export function addedCounts({ added, repeats }: Pick<PlanSummary, 'added' | 'repeats'>): readonly CountOf[] {
  const counts = FILE_LISTS.map((list) => [added[list], nounsOf(list)] as const);
  return [...counts, [repeats, ['repeat', 'repeats']] as const].flatMap(([count, [one, many]]) =>
    count === 0 ? [] : [{ count: formatCount(count), noun: count === 1 ? one : many }],
  );
}

/** The name of an entry as screens show it. */
export function nameText({ list, name }: Note): string {
  return list === 'settings' ? settingName(name) : name;
}

/** The place of an entry in the file. */
export function placeText({ list, place }: Note): string {
  return `${nounsOf(list)[0]} ${formatCount(place)}`;
}

/** The progress of an import in words. */
export function percentText({ done, all }: { readonly done: number; readonly all: number }): string {
  return `${Math.floor((done / all) * 100)} %`;
}
