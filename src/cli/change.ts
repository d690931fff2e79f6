import { isId } from '#src/domain/id.ts';
import { findName, indexNames } from '#src/domain/quick-add/name-index.ts';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { readTypedDuration } from '#src/domain/time/duration.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { fold } from '#src/domain/text/fold.ts';
import type { Client, CliTask, Named } from './client.ts';
import { CommandFailed, WrongUsage } from './failures.ts';
import { namesOf, today } from './read.ts';
import { clientOf, keepState, paintFor, print, type Session, type Values } from './session.ts';
import { byDay, NO_PRIORITY, plain, taskLine } from './task-text.ts';

/** The most tasks that a refusal names. */
const NAMED = 5;

export async function complete(session: Session, args: readonly string[]): Promise<void> {
  const client = await clientOf(session);
  const named = new Map<string, CliTask>();
  for (const arg of args) {
    const task = await taskNamed(session, client, arg);
    named.set(task.id, task);
  }
  const tasks = [...named.values()];
  const versions: number[] = [];
  for (const task of tasks) {
    const { version } = await client.write('POST', `/tasks/${task.id}/complete`);
    versions.unshift(version);
    const told = `Reopened ${tasks.length === 1 ? quoted(task) : 'the tasks'}.`;
    await keepState(session, { undo: { told, versions } });
    print(session, `Completed ${quoted(task)}.`);
  }
}

export async function edit(session: Session, [arg = '']: readonly string[], values: Values): Promise<void> {
  const client = await clientOf(session);
  const task = await taskNamed(session, client, arg);
  const names = await namesOf(client);
  const changes = changesOf(values, names);
  if (Object.keys(changes).length === 0)
    throw new WrongUsage('There is no change: name a field, such as --date.');
  const { version } = await client.write('PATCH', `/tasks/${task.id}`, changes);
  const changed = await client.task(task.id);
  // A write that changes nothing has the version of the write before it.
  if (JSON.stringify(changed) !== JSON.stringify(task))
    await keepState(session, { undo: { told: `Changed ${quoted(task)} back.`, versions: [version] } });
  print(session, `Changed  ${taskLine(changed, names, today(), paintFor(session))}`);
}

export async function undo(session: Session): Promise<void> {
  const client = await clientOf(session);
  const { undo: last } = await session.files.state();
  if (!last) throw new CommandFailed('There is nothing to undo.', 'NOTHING_TO_UNDO');
  for (const [place, version] of last.versions.entries()) {
    await client.undo(version);
    // A later request may fail: the next undo begins with it.
    const versions = last.versions.slice(place + 1);
    await keepState(session, { undo: versions.length > 0 ? { ...last, versions } : null });
  }
  print(session, plain(last.told));
}

/**
 * The task of an argument: its number in the last list, its id or the beginning of one, or words of the name of one open task.
 * Throws CommandFailed when there is none, or more than one.
 */
async function taskNamed(session: Session, client: Client, arg: string): Promise<CliTask> {
  if (/^\d{1,6}$/.test(arg)) {
    const { listed } = await session.files.state();
    const id = listed[Number(arg) - 1];
    if (id === undefined)
      throw new CommandFailed(`The last list has no ${arg}. Use sunglow list.`, 'NOT_FOUND');
    return taskOf(client, id);
  }
  const isWhole: boolean = isId(arg);
  if (isWhole) return taskOf(client, arg.toLowerCase());
  const found = among(await client.tasks(null), arg).toSorted(byDay);
  const [only, ...others] = found;
  if (!only) throw new CommandFailed(`No open task is named “${arg}”.`, 'NOT_FOUND');
  if (others.length === 0) return only;
  await keepState(session, { listed: found.map(({ id }) => id) });
  const named = found.slice(0, NAMED).map((task, place) => `  ${place + 1}  ${plain(task.name)}`);
  const more = found.length > NAMED ? `\n  and ${found.length - NAMED} more` : '';
  throw new CommandFailed(
    `“${arg}” may be ${found.length} tasks. Name one by its number:\n${named.join('\n')}${more}`,
    'AMBIGUOUS',
  );
}

async function taskOf(client: Client, id: string): Promise<CliTask> {
  try {
    return await client.task(id);
  } catch (error) {
    if (!(error instanceof CommandFailed) || error.code !== 'NOT_FOUND') throw error;
    throw new CommandFailed(
      'This task was deleted, or the access token does not reach it. Use sunglow list.',
      'NOT_FOUND',
      { cause: error },
    );
  }
}

/** The beginning of an id, as long as nobody types a word of it by chance. */
const BEGINNING_OF_ID = /^(?=.*\d)[\da-f-]{8,35}$/i;

/** The tasks with the name; else those whose id begins like that; else those with the words in their names. */
function among(tasks: readonly CliTask[], arg: string): readonly CliTask[] {
  const words = fold(arg.trim());
  if (words === '') return [];
  const whole = tasks.filter(({ name }) => fold(name) === words);
  if (whole.length > 0) return whole;
  const begun = BEGINNING_OF_ID.test(arg) ? tasks.filter(({ id }) => id.startsWith(arg.toLowerCase())) : [];
  return begun.length > 0 ? begun : tasks.filter(({ name }) => fold(name).includes(words));
}

/** The value that empties a field. */
const NONE = 'none';

interface Field {
  /** Its values in words. */
  readonly form: string;
  readonly none: number | null;
  /** Null for another text. */
  readonly read: (text: string) => string | number | null;
}

const DAY: Field = { form: 'a date such as 2026-12-24', none: null, read: parseCalendarDay };

/** The fields with values of one form, by the names of their options. */
const FIELDS: Readonly<Record<string, Field>> = {
  date: DAY,
  time: { form: 'a time such as 09:30', none: null, read: parseTimeOfDay },
  duration: { form: 'minutes, or a text such as 1h30,', none: null, read: readTypedDuration },
  deadline: DAY,
  priority: {
    form: '1, 2, 3, 4',
    none: NO_PRIORITY,
    read: (text) => (/^[1-4]$/.test(text) ? Number(text) : null),
  },
};

/** The body of a change. Throws CommandFailed for names that do not exist. */
function changesOf(values: Values, names: { collections: readonly Named[]; labels: readonly Named[] }) {
  const changes: Record<string, unknown> = {};
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  const [name, notes, collection] = [text('name'), text('notes'), text('collection')];
  if (name?.trim() === '') throw new WrongUsage('A task needs a name.');
  if (name !== undefined) changes['name'] = name;
  if (notes !== undefined) changes['description'] = notes === NONE ? '' : notes;
  for (const [field, { form, none, read }] of Object.entries(FIELDS)) {
    const given = text(field);
    if (given === undefined) continue;
    const value = given === NONE ? none : read(given);
    if (value === null && given !== NONE)
      throw new WrongUsage(`Option --${field} takes ${form} or none, and not “${given}”.`);
    changes[field] = value;
  }
  if (collection !== undefined) changes['collectionId'] = idOf(names.collections, collection, 'collection');
  const labels = values['label'];
  if (Array.isArray(labels))
    changes['labels'] = labels
      .map(String)
      .filter((label) => label !== NONE)
      .map((label) => idOf(names.labels, label, 'label'));
  return changes;
}

function idOf(rows: readonly Named[], given: string, noun: string): string {
  const text = given.replace(/^[#@]/, '');
  const name = findName(text, indexNames(rows.map((row) => row.name)));
  const row = rows.find((each) => each.name === name);
  if (!row) throw new CommandFailed(`There is no ${noun} named “${text}”.`, 'NOT_FOUND');
  return row.id;
}

function quoted({ name }: CliTask): string {
  return `“${plain(name)}”`;
}
