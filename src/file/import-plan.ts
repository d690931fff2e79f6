import type { Rows, TableName } from '#src/domain/schema/index.ts';
import type { Operation } from '#src/mutators/index.ts';
import type { FileListName } from './data-file.ts';
import type { WrongField } from './file-fields.ts';

/** What the user has already. */
export interface Here {
  readonly userId: string;
  /** Deleted or not. */
  readonly get: <T extends TableName>(table: T, id: string) => Rows[T] | undefined;
  /** Those that are there, as with all that follow. */
  readonly collections: readonly Rows['collection'][];
  readonly sectionsOf: (collectionId: string) => readonly Rows['section'][];
  readonly labels: readonly Rows['label'][];
  readonly dismissalCount: number;
  readonly filterCount: number;
  readonly subTaskCount: (taskId: string) => number;
  readonly taskCount: number;
  readonly reminderCount: number;
}

export type Reason =
  | 'ALREADY_HERE'
  | 'MERGED'
  | 'OTHER_COLOR'
  | 'TWICE'
  | 'NO_ENTRY'
  | 'NO_ID'
  | WrongField
  | 'NO_COLLECTION'
  | 'NO_PARENT'
  | 'PARENT_COMPLETED'
  | 'CIRCLE'
  | 'TOO_DEEP'
  | 'NO_SECTION'
  | 'NO_LABEL'
  | 'NO_FILTER'
  | 'SUBTASK_LIMIT'
  | 'LABELS_LIMIT'
  | 'TASK_LIMIT'
  | 'COLLECTION_LIMIT'
  | 'SECTION_LIMIT'
  | 'LABEL_LIMIT'
  | 'FILTER_LIMIT'
  | 'WRONG_FILTER'
  | 'WRONG_SETTING'
  | 'NO_TASK'
  | 'WRONG_REMINDER'
  | 'REMINDER_LIMIT'
  | 'WRONG_DISMISSAL'
  | 'DISMISSAL_LIMIT';

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
