import type { Operation } from '#src/tables/operations.ts';
import type { FileListName } from './data-file.ts';
import type { WrongField } from './file-fields.ts';

export type Reason =
  | 'ALREADY_HERE'
  | 'MERGED'
  | 'OTHER_COLOR'
  | 'TWICE'
  | 'NO_ENTRY'
  | 'NO_ID'
  | WrongField
  | 'NO_COLLECTION'
  | 'NO_OWNER'
  | 'NO_PARENT'
  | 'PARENT_COMPLETED'
  | 'CIRCLE'
  | 'TOO_DEEP'
  | 'NO_SECTION'
  | 'NO_LABEL'
  | 'NO_FILTER'
  | 'SUBTASK_LIMIT'
  | 'LABELS_LIMIT'
  | 'TABLE_LIMIT'
  | 'WRONG_ENTRY';

/** Reasons of adjusted entries: they, or their tasks, are still added. */
export const ADJUSTED: ReadonlySet<Reason> = new Set([
  'MERGED',
  'OTHER_COLOR',
  'NO_PARENT',
  'PARENT_COMPLETED',
  'CIRCLE',
  'TOO_DEEP',
  'NO_SECTION',
  'NO_LABEL',
  'SUBTASK_LIMIT',
  'LABELS_LIMIT',
]);

/** A deviation for one entry: skipped, or added with changes. */
export interface Note {
  readonly list: FileListName;
  /** The entry's place in that list of the file, from 1. */
  readonly place: number;
  /** The name; the id of a setting, the wording of a dismissal; '' for an entry without a name. */
  readonly name: string;
  readonly reason: Reason;
}

export interface ImportPlan {
  /** The operations that add the entries, in order. */
  readonly operations: readonly Operation[];
  readonly added: Readonly<Record<FileListName, number>>;
  readonly notes: readonly Note[];
}
