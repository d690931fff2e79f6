import type { ParseArgsConfig } from 'node:util';
import { add } from './add.ts';
import { complete, edit, undo } from './change.ts';
import { exportTasks, list, watch } from './read.ts';
import { logIn, logOut } from './log-in.ts';
import type { Session, Values } from './session.ts';

interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: true;
  /** The word for its value in the help. */
  readonly value?: string;
  readonly does: string;
}

/** One command: parsing, help, completions and the manual follow from it. */
export interface Command {
  readonly name: string;
  /** Its arguments, as the help writes them. */
  readonly args: string;
  readonly least: number;
  /** The most arguments. */
  readonly most: number;
  readonly does: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly run: (session: Session, args: readonly string[], values: Values) => Promise<void>;
}

const JSON_OPTION = { type: 'boolean', does: 'prints JSON for programs' } as const;
const day = { type: 'string', value: 'DAY' } as const;

export const COMMANDS: readonly Command[] = [
  {
    name: 'login',
    args: 'URL',
    least: 1,
    most: 1,
    does: 'Signs in to a server. The access token, from the page Access of your account, is read from standard input.',
    options: {},
    run: (session, [url = '']) => logIn(session, url),
  },
  {
    name: 'logout',
    args: '',
    least: 0,
    most: 0,
    does: 'Forgets the server and the token. Revoke the token on the page Access.',
    options: {},
    run: logOut,
  },
  {
    name: 'add',
    args: '[LINE]',
    least: 0,
    most: Infinity,
    does: 'Adds a task from a line, read as in the app. Without a line, each line of standard input is a task.',
    options: { json: JSON_OPTION },
    run: add,
  },
  {
    name: 'list',
    args: '[QUERY]',
    least: 0,
    most: Infinity,
    does: 'Lists the tasks of a query, with numbers for the other commands. Without a query: what is overdue or for today.',
    options: { all: { type: 'boolean', does: 'lists all open tasks' }, json: JSON_OPTION },
    run: list,
  },
  {
    name: 'done',
    args: 'TASK...',
    least: 1,
    most: Infinity,
    does: 'Completes tasks; a repeating one for this time.',
    options: {},
    run: complete,
  },
  {
    name: 'edit',
    args: 'TASK',
    least: 1,
    most: 1,
    does: 'Changes the fields that the options name. The value `none` empties a day, a time, a length or the labels.',
    options: {
      name: { type: 'string', value: 'TEXT', does: 'its name' },
      notes: { type: 'string', value: 'TEXT', does: 'its notes' },
      date: { ...day, does: 'its day, as 2026-12-24' },
      time: { type: 'string', value: 'HH:MM', does: 'its time of the day' },
      duration: { type: 'string', value: 'MINUTES', does: 'its length' },
      deadline: { ...day, does: 'its deadline' },
      priority: { type: 'string', value: '1-4', does: 'its priority; 4 is none' },
      collection: { type: 'string', value: 'NAME', does: 'the collection to move it to' },
      label: { type: 'string', multiple: true, value: 'NAME', does: 'its labels; once for each' },
    },
    run: edit,
  },
  {
    name: 'undo',
    args: '',
    least: 0,
    most: 0,
    does: 'Takes back the last change that was made here.',
    options: {},
    run: undo,
  },
  {
    name: 'watch',
    args: '[QUERY]',
    least: 0,
    most: Infinity,
    does: 'Lists as list does, again after each change, until Ctrl+C.',
    options: { json: { type: 'boolean', does: 'prints each change as a line of JSON' } },
    run: watch,
  },
  {
    name: 'export',
    args: '',
    least: 0,
    most: 0,
    does: 'Prints all data, or the tasks of a query in another format.',
    options: {
      format: { type: 'string', value: 'FORMAT', does: 'json (the default), csv, markdown, todo.txt or ics' },
      query: { type: 'string', value: 'QUERY', does: 'the tasks to print; not with json' },
    },
    run: exportTasks,
  },
];

/** The options of a command, as `parseArgs` takes them. */
export function parserOptions({ options }: Command): NonNullable<ParseArgsConfig['options']> {
  const plain = Object.entries(options).map(([name, { type, multiple = false }]) => [
    name,
    { type, multiple },
  ]);
  return { ...Object.fromEntries(plain), help: { type: 'boolean', short: 'h' } };
}
