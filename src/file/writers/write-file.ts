import { writeCsv } from './write-csv.ts';
import { writeIcal } from './write-ical.ts';
import { writeMarkdown } from './write-markdown.ts';
import { writeTodoTxt } from './write-todo-txt.ts';
import type { WrittenTask } from './written-tasks.ts';

/** The formats of an export beside JSON, which holds all data. */
export const WRITERS = {
  csv: writeCsv,
  markdown: writeMarkdown,
  'todo.txt': writeTodoTxt,
  ics: writeIcal,
} satisfies Readonly<Record<string, (tasks: readonly WrittenTask[]) => string>>;
export type WrittenFormat = keyof typeof WRITERS;
