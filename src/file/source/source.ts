import type { FileListName, FileLists } from '#src/file/data-file.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';
import { SunglowError } from '#src/domain/errors.ts';

/** The formats that an import reads, `sunglow` being the export of Sunglow itself. */
export const FORMATS = [
  'sunglow',
  'todoist-csv',
  'todoist-json',
  'ticktick',
  'things',
  'superproductivity',
  'vikunja',
  'ics-vtodo',
  'apple-reminders',
  'asana',
  'microsoft-todo',
  'google-tasks',
  'tasks-org',
  'trello',
  'rtm',
  'anydo',
  'todo-txt',
  'markdown',
  'org',
  'csv',
] as const;
export type FormatName = (typeof FORMATS)[number];

/** A chosen file. Its name counts only where a format keeps the name of a list there. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The facts that decide the meaning of days and times in a file. */
export interface ReadContext extends Omit<DayContext, 'language'> {
  /** The present in ms since 1970 UTC. */
  readonly at: number;
}

/** The reasons to leave an entry of a foreign file out. */
export const REFUSALS = [
  'NO_NAME',
  'DELETED_THERE',
  'IN_TRASH',
  'NOT_A_TASK',
  'AN_UPDATE',
  'NO_PROJECT',
  'NOT_READABLE',
] as const;

/** The losses and changes of an entry that is added. */
export const LOSSES = [
  'NAME_CUT',
  'NAME_IN_ONE_LINE',
  'DESCRIPTION_CUT',
  'RENAMED',
  'NEAREST_COLORS',
  'REPEAT_IN_NOTES',
  'DATE_IN_NOTES',
  'DATE_LEFT_OUT',
  'YEAR_ASSUMED',
  'TIMES_LEFT_OUT',
  'UNKNOWN_ZONE',
  'REMINDER_ONCE',
  'REMINDER_LEFT_OUT',
  'PLACE_REMINDER',
  'DURATION_LEFT_OUT',
  'PRIORITY_LOWERED',
  'CANCELED_IS_COMPLETED',
  'ARCHIVED_IS_COMPLETED',
  'NO_COMPLETION_TIME',
  'NO_COMPLETED_TASKS',
  'OLDEST_MISSING',
  'NOT_TICKABLE',
  'A_NOTE',
  'PROJECT_NOTES',
  'FILE_AS_LINK',
  'FILE_LEFT_OUT',
  'LABEL_INSTEAD',
  'SECOND_COLLECTION',
  'APP_LABEL',
  'QUERY_AS_TEXT',
  'FIELD_IN_NOTES',
  'FIELD_LEFT_OUT',
  'ASSIGNEE',
  'NEAREST_PARENT',
  'DUE_COUNTS',
  'ONE_TASK_OF_SERIES',
  'CUT_OFF',
  'ENCODING',
  'NEWEST_MISSING',
] as const;

export type Refusal = (typeof REFUSALS)[number];
export type Loss = (typeof LOSSES)[number];

/** A result of reading one entry. */
export interface SourceNote {
  /** Where the entry is: `row 7`, `line 3`, an id, `Home.csv row 2`; '' for the file as a whole. */
  readonly where: string;
  readonly name: string;
  readonly reason: Refusal | Loss;
  /** The field or value that the reason is about; '' where the reason says all. */
  readonly detail: string;
}

/** A file as the plan takes it. */
export interface ReadFile {
  readonly format: FormatName;
  readonly lists: FileLists;
  /** Where the entries of each list are in the source, by their index. Sunglow's own file has none. */
  readonly places: Readonly<Record<FileListName, readonly string[]>>;
  readonly notes: readonly SourceNote[];
}

/** A file that no reader takes. The message gives the reason. */
export class UnknownFile extends SunglowError {
  constructor(message: string, options?: ErrorOptions) {
    super('UNKNOWN_FILE', message, options);
  }
}

export function isRefusal(reason: string): reason is Refusal {
  return (REFUSALS as readonly string[]).includes(reason);
}
