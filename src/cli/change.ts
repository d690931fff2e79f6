import type { Client, CliTask, Named } from './client.ts';
import { CommandFailed, WrongUsage } from './failures.ts';
import type { State } from './files.ts';
import { namesOf, today } from './read.ts';
import { clientOf, paintFor, print, type Session, type Values } from './session.ts';
import { byDay, plain, taskLine } from './task-text.ts';

type Request = NonNullable<State['undo']>['requests'][number];

/** The most tasks that a refusal names. */
const NAMED = 5;

export async function complete(session: Session, args: readonly string[]): Promise<void> {
  const client = await clientOf(session);
  const tasks: CliTask[] = [];
  for (const arg of args) tasks.push(await taskNamed(session, client, arg));
  const requests: Request[] = [];
  for (const task of tasks) {
    const { version } = await client.write('POST', `/tasks/${task.id}/complete`);
    requests.unshift(...(await reopening(client, task, version)));
    const told = `Reopened ${tasks.length === 1 ? quoted(task) : 'the tasks'}.`;
    await session.files.keepState({ undo: { told, requests } });
    print(session, `Completed ${quoted(task)}.`);
  }
}

/** The requests that take back a completion: a repeating task gets its time again, and the completed one, which this version added, goes. */
async function reopening(client: Client, task: CliTask, version: number): Promise<readonly Request[]> {
  const path = `/tasks/${task.id}`;
  const changed = task.repeat === null ? [] : await client.changedTasks(Math.max(1, version - VERSIONS));
  const time = changed
    .filter((each) => each.completedAt !== null && each['seriesId'] === task.id)
    .toSorted((a, b) => Number(b.completedAt) - Number(a.completedAt))[0];
  if (!time) return [{ method: 'POST', path: `${path}/reopen` }];
  return [
    { method: 'PATCH', path, body: fieldsOf(task, [...SERIES, 'deadline', 'description']) },
    { method: 'DELETE', path: `/tasks/${time.id}` },
  ];
}

function fieldsOf(task: CliTask, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, task[name]]));
}

export async function edit(session: Session, [arg = '']: readonly string[], values: Values): Promise<void> {
  const client = await clientOf(session);
  const task = await taskNamed(session, client, arg);
  const names = await namesOf(client);
  const changes = changesOf(values, names);
  if (Object.keys(changes).length === 0) throw new WrongUsage('There is no change: name a field, as --date.');
  await client.write('PATCH', `/tasks/${task.id}`, changes);
  const isOfSeries = 'date' in changes || 'time' in changes;
  const before = fieldsOf(task, [
    ...Object.keys(changes),
    ...(isOfSeries ? SERIES : []),
    ...('collectionId' in changes ? ['parentId', 'sectionId'] : []),
  ]);
  await session.files.keepState({
    undo: {
      told: `Changed ${quoted(task)} back.`,
      requests: [{ method: 'PATCH', path: `/tasks/${task.id}`, body: before }],
    },
  });
  print(session, `Changed  ${taskLine(await client.task(task.id), names, today(), paintFor(session))}`);
}

/** A completion with many sub-tasks takes several versions. */
const VERSIONS = 100;
/** The fields that change together with a day or a time. */
const SERIES = ['date', 'time', 'zone', 'repeat', 'repeatFrom', 'repeatStart', 'repeatDue'];

export async function undo(session: Session): Promise<void> {
  const client = await clientOf(session);
  const { undo: last } = await session.files.state();
  if (!last) throw new CommandFailed('There is nothing to take back.', 'NOTHING_TO_UNDO');
  for (const [place, { method, path, body }] of last.requests.entries()) {
    await client.write(method, path, body);
    // A later request may fail: the next undo begins with it.
    const requests = last.requests.slice(place + 1);
    await session.files.keepState({ undo: requests.length > 0 ? { ...last, requests } : null });
  }
  print(session, plain(last.told));
}

/**
 * The task of an argument: its number in the last list, its id, or words of the name of one open task. Throws CommandFailed
 * when there is none, or more than one.
 */
async function taskNamed(session: Session, client: Client, arg: string): Promise<CliTask> {
  if (/^\d{1,6}$/.test(arg)) {
    const { listed } = await session.files.state();
    const id = listed[Number(arg) - 1];
    if (id === undefined)
      throw new CommandFailed(`The last list has no ${arg}. Use sunglow list.`, 'NOT_FOUND');
    return client.task(id);
  }
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(arg)) return client.task(arg);
  const fold = (text: string) => text.toLowerCase().normalize('NFKC');
  const open = await client.tasks(null);
  const whole = open.filter(({ name }) => fold(name) === fold(arg));
  const found = (
    whole.length > 0 ? whole : open.filter(({ name }) => fold(name).includes(fold(arg)))
  ).toSorted(byDay);
  const [only, ...others] = found;
  if (!only) throw new CommandFailed(`No open task is named “${arg}”.`, 'NOT_FOUND');
  if (others.length === 0) return only;
  await session.files.keepState({ listed: found.map(({ id }) => id) });
  const named = found.slice(0, NAMED).map((task, place) => `  ${place + 1}  ${plain(task.name)}`);
  const more = found.length > NAMED ? `\n  and ${found.length - NAMED} more` : '';
  throw new CommandFailed(
    `“${arg}” may be ${found.length} tasks. Name one by its number:\n${named.join('\n')}${more}`,
    'AMBIGUOUS',
  );
}

/** The body of a change. Throws CommandFailed for names that do not exist. */
function changesOf(values: Values, names: { collections: readonly Named[]; labels: readonly Named[] }) {
  const changes: Record<string, unknown> = {};
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  const orNone = (value: string) => (value === 'none' ? null : value);
  const [name, notes, collection] = [text('name'), text('notes'), text('collection')];
  if (name !== undefined) changes['name'] = name;
  if (notes !== undefined) changes['description'] = notes;
  for (const field of ['date', 'time', 'deadline']) {
    const value = text(field);
    if (value !== undefined) changes[field] = orNone(value);
  }
  for (const field of ['duration', 'priority']) {
    const value = text(field);
    if (value === undefined) continue;
    if (value !== 'none' && !/^\d{1,6}$/.test(value)) throw new WrongUsage(`--${field} takes a number.`);
    changes[field] = value === 'none' ? null : Number(value);
  }
  if (collection !== undefined) changes['collectionId'] = idOf(names.collections, collection, 'collection');
  const labels = values['label'];
  if (Array.isArray(labels))
    changes['labels'] = labels
      .map(String)
      .filter((label) => label !== 'none')
      .map((label) => idOf(names.labels, label.replace(/^@/, ''), 'label'));
  return changes;
}

function idOf(rows: readonly Named[], given: string, noun: string): string {
  const name = given.replace(/^#/, '');
  const row =
    rows.find((each) => each.name === name) ??
    rows.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!row) throw new CommandFailed(`There is no ${noun} named “${name}”.`, 'NOT_FOUND');
  return row.id;
}

function quoted({ name }: CliTask): string {
  return `“${plain(name)}”`;
}
