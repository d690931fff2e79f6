import { parseArgs } from 'node:util';
import { z } from 'zod';

import { SunglowError } from '#src/domain/errors.ts';
import { SETTINGS } from '#src/server/config/settings.ts';
import { EXPORT_OPTIONS, readExport, type ExportCommand } from './export-options.ts';
import { IMPORT_OPTIONS, readImport, type ImportCommand } from './import-options.ts';

export const HELP = `Usage: npm run admin -- COMMAND

  invite [--email EMAIL]          prints a link that makes one account, for a week;
                                  with --email only one with that email
  users                           lists all accounts
  reset-password EMAIL            prints a link to choose a new password, for 15 minutes
  reminders                       lists due reminders, and the outcomes of the last 24 hours
  sign-out EMAIL                  ends all sessions of an account
  tokens EMAIL [--revoke ID]      lists the access tokens of an account, or revokes one;
                                  --revoke all revokes all of them
  delete EMAIL [--yes]            deletes an account with all its data, after asking for the
                                  email again; --yes does not ask
  backup FOLDER                   copies DATA_DIR into a new folder, with the sums of all files
  rehearse FOLDER                 restores such a folder to a temporary place, checks and counts its
                                  rows, and removes it again
  restore FOLDER                  fills a DATA_DIR that has no database yet from such a folder, while
                                  no server runs on it
  after-restore                   lets every device load anew, after a database was put back by other
                                  means: pg_restore, a snapshot, a copy of the file
  move-database --to URL          copies the database file of DATA_DIR to an empty PostgreSQL, compares
                                  all rows, and leaves the file as it is; no server may run. A move
                                  that broke off continues when it is run again
  import EMAIL FILE [--zone ZONE] [--now 2026-11-26T09:00] [--order dmy] [--week-start monday]
         [--dry-run] [--json]     adds the tasks of a file from another app, such as Todoist, TickTick,
                                  Things or Vikunja, or of a CSV or iCalendar file; --dry-run writes
                                  nothing, --json prints the plan for programs
  export EMAIL [--format json|csv|markdown|todo.txt|ics] [--query Q] [--history]
                                  prints all data of an account as JSON, with --history also all changes
                                  of the last year; or its tasks in another format, with --query those
                                  of a filter alone
  distribute                      spreads the tables of a PostgreSQL with Citus over its nodes, by user

Reads the same settings as the server (DATA_DIR, DATABASE_URL, PUBLIC_URL ...), and works while it runs.
An account that has a phone number alone goes by that: +15551234567.
`;

export type AccountCommand =
  | { readonly name: 'invite'; readonly email: string | null }
  | { readonly name: 'users' }
  | { readonly name: 'reset-password' | 'sign-out'; readonly who: string }
  | {
      readonly name: 'tokens';
      readonly who: string;
      /** The id of the token to revoke, or `all`; null to list them. */
      readonly revoke: string | null;
    }
  | { readonly name: 'delete'; readonly who: string; readonly isSure: boolean };

export type Command =
  | AccountCommand
  | ImportCommand
  | ExportCommand
  | { readonly name: 'backup' | 'rehearse' | 'restore'; readonly folder: string }
  | { readonly name: 'move-database'; readonly to: string }
  | { readonly name: 'after-restore' | 'distribute' | 'reminders' };

export class WrongUsage extends SunglowError {
  constructor(problem: string) {
    super('WRONG_USAGE', `${problem}\n\n${HELP.trimEnd()}`);
  }
}

/** The command of these arguments, or the help text. Throws WrongUsage. */
export function parseCommand(args: readonly string[]): Command | string {
  const { values, positionals } = parse(args);
  const [name, target, ...rest] = positionals;
  if (values.help || name === undefined || name === 'help') return HELP;
  const more = name === 'import' ? rest.slice(1) : rest;
  if (more.length > 0) throw new WrongUsage(`What is “${more.join(' ')}”?`);
  if (name !== 'invite' && values.email !== undefined)
    throw new WrongUsage('--email goes with invite alone.');
  if (name !== 'delete' && values.yes) throw new WrongUsage('--yes goes with delete alone.');
  if (name !== 'tokens' && values.revoke !== undefined)
    throw new WrongUsage('--revoke goes with tokens alone.');
  if (name !== 'move-database' && values.to !== undefined)
    throw new WrongUsage('--to goes with move-database alone.');
  if (name !== 'import')
    for (const option of Object.keys(IMPORT_OPTIONS) as (keyof typeof IMPORT_OPTIONS)[])
      if (values[option] !== undefined) throw new WrongUsage(`--${option} goes with import alone.`);
  if (name !== 'export')
    for (const option of Object.keys(EXPORT_OPTIONS) as (keyof typeof EXPORT_OPTIONS)[])
      if (values[option] !== undefined) throw new WrongUsage(`--${option} goes with export alone.`);
  switch (name) {
    case 'export': {
      const command = readExport(target, values);
      if (typeof command === 'string') throw new WrongUsage(command);
      return command;
    }
    case 'import': {
      const command = readImport(target, rest[0], values);
      if (typeof command === 'string') throw new WrongUsage(command);
      return command;
    }
    case 'after-restore':
    case 'distribute':
    case 'reminders':
      if (target !== undefined) throw new WrongUsage(`What is “${target}”?`);
      return { name };
    case 'invite':
    case 'users':
      if (target !== undefined) throw new WrongUsage(`What is “${target}”?`);
      return name === 'users' ? { name } : { name, email: readEmail(values.email) };
    case 'reset-password':
    case 'sign-out':
    case 'delete':
      if (target === undefined) throw new WrongUsage(`Whose account? npm run admin -- ${name} EMAIL`);
      return name === 'delete' ? { name, who: target, isSure: values.yes === true } : { name, who: target };
    case 'tokens':
      if (target === undefined) throw new WrongUsage('Whose tokens? npm run admin -- tokens EMAIL');
      return { name, who: target, revoke: values.revoke ?? null };
    case 'backup':
    case 'rehearse':
    case 'restore':
      if (target === undefined) throw new WrongUsage(`Which folder? npm run admin -- ${name} FOLDER`);
      return { name, folder: target };
    case 'move-database':
      if (target !== undefined) throw new WrongUsage(`What is “${target}”?`);
      return { name, to: readTarget(values.to) };
    default:
      throw new WrongUsage(`There is no command “${name}”.`);
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        yes: { type: 'boolean' },
        to: { type: 'string' },
        revoke: { type: 'string' },
        ...IMPORT_OPTIONS,
        ...EXPORT_OPTIONS,
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function readTarget(to: string | undefined): string {
  const url = SETTINGS.DATABASE_URL.schema.safeParse(to);
  if (!url.success || url.data === undefined)
    throw new WrongUsage(
      'Where to? npm run admin -- move-database --to postgres://user:password@host/database',
    );
  return url.data;
}

function readEmail(email: string | undefined): string | null {
  if (email === undefined) return null;
  if (!z.email().safeParse(email).success) throw new WrongUsage(`“${email}” is no email address.`);
  return email;
}
