import type { Operation } from '#src/mutators/index.ts';
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

/** What becomes of an entry other than that it is added as it is. */
export interface Note {
  readonly list: FileListName;
  /** Its place in that list of the file, from 1. */
  readonly place: number;
  /** The id of a setting, the wording of a dismissal; '' for an entry without a name. */
  readonly name: string;
  readonly reason: Reason;
}

export interface ImportPlan {
  /** What adds it all, in this order. */
  readonly operations: readonly Operation[];
  readonly added: Readonly<Record<FileListName, number>>;
  readonly notes: readonly Note[];
}
