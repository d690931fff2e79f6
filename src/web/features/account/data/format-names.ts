import type { FormatName } from '#src/file/source/source.ts';

/** The source of a file, as in `Import from Todoist`, and the file itself, as in `recognized as a CSV of Todoist`. */
const NAMES: Readonly<Record<FormatName, readonly [source: string, file: string]>> = {
  sunglow: ['Sunglow', 'an export of Sunglow'],
  'todoist-csv': ['Todoist', 'a CSV of Todoist'],
  'todoist-json': ['Todoist', 'data of Todoist'],
  ticktick: ['TickTick', 'a backup of TickTick'],
  things: ['Things', 'data of Things'],
  superproductivity: ['Super Productivity', 'a backup of Super Productivity'],
  vikunja: ['Vikunja', 'an export of Vikunja'],
  'ics-vtodo': ['a calendar', 'tasks of a calendar (iCalendar)'],
  'apple-reminders': ['Apple Reminders', 'lists of Apple Reminders'],
  asana: ['Asana', 'a CSV of Asana'],
  'microsoft-todo': ['Microsoft To Do', 'data of Microsoft To Do'],
  'google-tasks': ['Google Tasks', 'data of Google Tasks'],
  'tasks-org': ['Tasks.org', 'a backup of Tasks.org'],
  trello: ['Trello', 'a board of Trello'],
  rtm: ['Remember the Milk', 'an export of Remember the Milk'],
  anydo: ['Any.do', 'data of Any.do'],
  'todo-txt': ['todo.txt', 'a todo.txt file'],
  markdown: ['Markdown', 'lists in Markdown'],
  org: ['Org', 'an Org file'],
  csv: ['a CSV', 'a CSV with a column of names'],
};

export function sourceName(format: FormatName): string {
  return NAMES[format][0];
}

export function fileKind(format: FormatName): string {
  return NAMES[format][1];
}
