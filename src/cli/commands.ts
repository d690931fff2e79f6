import type { ParseArgsConfig } from 'node:util';
import { add } from './add.ts';
import { complete, edit, undo } from './change.ts';
import { exportTasks, list, watch } from './read.ts';
import { logIn, logOut } from './log-in.ts';
import type { Session, Values } from './session.ts';

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: true;
  /** The word for its value in the help. */
  readonly value?: string;
  /** Values that the shells complete; others may be possible. */
  readonly values?: readonly string[];
  readonly does: string;
}

/** One command: parsing, help, completions and the manual follow from it. */
export interface Described {
  readonly name: string;
  /** Its arguments, as the help writes them. */
  readonly args: string;
  readonly least: number;
  /** The most arguments. */
  readonly most: number;
  readonly does: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Arguments that the shells complete. */
  readonly values?: readonly string[];
}

export interface Command extends Described {
  readonly run: (session: Session, args: readonly string[], values: Values) => Promise<void>;
}

const JSON_OPTION = { type: 'boolean', does: 'prints JSON for programs' } as const;
const text = { type: 'string', value: 'TEXT' } as const;
const day = { type: 'string', value: 'DAY', values: ['none'] } as const;
const FORMATS = ['json', 'csv', 'markdown', 'todo.txt', 'ics'];

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
    does: 'Adds a task from a line, read as in the app. Without a line, each line of standard input is a task. The new tasks get the numbers after those of the last list.',
    options: { json: JSON_OPTION },
    run: add,
  },
  {
    name: 'list',
    args: '[QUERY]',
    least: 0,
    most: Infinity,
    does: 'Lists the tasks of a query, with numbers for the other commands. Without a query, the tasks that are overdue or for today.',
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
    does: 'Changes the fields that the options name. The value none empties the date, the time, the duration, the deadline, the priority, the notes or the labels.',
    options: {
      name: { ...text, does: 'its name' },
      notes: { ...text, values: ['none'], does: 'its notes' },
      date: { ...day, does: 'its date, as 2026-12-24' },
      time: { type: 'string', value: 'HH:MM', values: ['none'], does: 'its time of the day' },
      duration: { type: 'string', value: 'MINUTES', values: ['none'], does: 'its duration' },
      deadline: { ...day, does: 'its deadline, as 2026-12-24' },
      priority: {
        type: 'string',
        value: '1-4',
        values: ['1', '2', '3', '4', 'none'],
        does: 'its priority; 4 is none',
      },
      collection: { type: 'string', value: 'NAME', does: 'the collection to move it to' },
      label: {
        type: 'string',
        multiple: true,
        value: 'NAME',
        values: ['none'],
        does: 'its labels, which replace the others; once for each',
      },
    },
    run: edit,
  },
  {
    name: 'undo',
    args: '',
    least: 0,
    most: 0,
    does: 'Undoes the last change that was made on this machine.',
    options: {},
    run: undo,
  },
  {
    name: 'watch',
    args: '[QUERY]',
    least: 0,
    most: Infinity,
    does: 'Lists the tasks of a query again after each change, until Ctrl+C. While the server is down it waits, and misses nothing.',
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
      format: {
        type: 'string',
        value: 'FORMAT',
        values: FORMATS,
        does: 'json (the default), csv, markdown, todo.txt or ics',
      },
      query: { type: 'string', value: 'QUERY', does: 'the tasks to print; not with json' },
    },
    run: exportTasks,
  },
];

/** The commands of the program about itself. */
export const OTHERS: readonly Described[] = [
  {
    name: 'help',
    args: '[COMMAND]',
    least: 0,
    most: 1,
    does: 'Tells more about a command.',
    options: {},
    values: COMMANDS.map(({ name }) => name),
  },
  {
    name: 'completion',
    args: 'SHELL',
    least: 1,
    most: 1,
    does: 'Prints completions for bash, zsh or fish.',
    options: {},
    values: ['bash', 'zsh', 'fish'],
  },
  {
    name: 'man',
    args: '',
    least: 0,
    most: 0,
    does: 'Prints the manual page: sunglow man | man -l -',
    options: {},
  },
  { name: 'version', args: '', least: 0, most: 0, does: 'Prints the version.', options: {} },
];

/** The option of every command. */
export const HELP = { help: { type: 'boolean', short: 'h', does: 'tells about the command' } } as const;

/** The options of a command, as `parseArgs` takes them. */
export function parserOptions({ options }: Described): NonNullable<ParseArgsConfig['options']> {
  const all: Readonly<Record<string, Option>> = { ...options, ...HELP };
  const plain = Object.entries(all).map(([name, { type, short, multiple = false }]) => [
    name,
    { type, multiple, ...(short && { short }) },
  ]);
  return Object.fromEntries(plain);
}
