import { setTimeout as wait } from 'node:timers/promises';

import type { Client, CliTask } from './client.ts';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { CommandFailed, WrongUsage } from './failures.ts';
import {
  clientOf,
  isCapable,
  keepState,
  paintFor,
  print,
  printJson,
  tell,
  type Session,
  type Values,
} from './session.ts';
import { byDay, plainText, taskLine, type Names } from './task-text.ts';

/** The query without one. */
const USUAL = 'overdue | today';
/** The shortest and longest wait before a watch connects again, ms. */
const WAITS = [1_000, 60_000] as const;
const CLEAR_SCREEN = '\u001B[2J\u001B[3J\u001B[H';

export async function list(session: Session, args: readonly string[], values: Values): Promise<void> {
  const client = await clientOf(session);
  if (values['all'] && args.length > 0) throw new WrongUsage('--all goes without a query.');
  const tasks = await found(client, values['all'] ? null : queryOf(args));
  await keepState(session, { listed: tasks.map(({ id }) => id) });
  if (values['json']) return printJson(session, tasks);
  const width = String(tasks.length).length;
  print(session, await textOf(session, client, tasks, (place) => `${String(place + 1).padStart(width)}  `));
}

/**
 * Lists again after each change. A connection that ends is made anew, and goes on where it ended. The lines have no numbers: a list
 * that changes by itself would give the number that its user types to another task.
 */
export async function watch(session: Session, args: readonly string[], values: Values): Promise<void> {
  const { signal } = session;
  const client = await clientOf(session);
  const isJson = values['json'] === true;
  const show = async () => {
    const text = await textOf(session, client, await found(client, queryOf(args)), () => '');
    print(session, `${isCapable(session) ? CLEAR_SCREEN : ''}${text}`);
  };
  let since: string | undefined;
  let isShown = isJson;
  let isDown = false;
  let pause: number = WAITS[0];
  while (!signal.aborted) {
    try {
      // Changes before a stream without a beginning are unknown.
      if (since === undefined) isShown = isJson;
      for await (const { id, data } of client.events(since, signal)) {
        if (data !== undefined && isJson) printJson(session, data, 0);
        if (data !== undefined) isShown = isJson;
        since = id ?? since;
        if (!isShown) await show();
        isShown = true;
        if (isDown) tell(session, 'The server answers again.');
        isDown = false;
        pause = WAITS[0];
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CommandFailed && error.isPassing)) throw error;
      if (!isDown) tell(session, `${error.message} The watch goes on as soon as the server answers.`);
      isDown = true;
    }
    await wait(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(2 * pause, WAITS[1]);
  }
}

export async function exportTasks(session: Session, _args: readonly string[], values: Values): Promise<void> {
  const { out } = session;
  const client = await clientOf(session);
  const query = typeof values['query'] === 'string' ? values['query'] : null;
  const text = await client.export(String(values['format'] ?? 'json'), query);
  out.write(out.isTTY ? plainText(text) : text);
}

export async function namesOf(client: Client): Promise<Names> {
  const [collections, labels] = [await client.named('collections'), await client.named('labels')];
  return { collections, labels };
}

/** The day on this machine. */
export function today(): string {
  return calendarDayAt(Date.now());
}

async function found(client: Client, query: string | null): Promise<CliTask[]> {
  return (await client.tasks(query)).toSorted(byDay);
}

/** The lines of tasks, each behind its head. */
async function textOf(
  session: Session,
  client: Client,
  tasks: readonly CliTask[],
  head: (place: number) => string,
): Promise<string> {
  if (tasks.length === 0) return 'No tasks.';
  const names = await namesOf(client);
  const paint = paintFor(session);
  return tasks.map((task, place) => `${head(place)}${taskLine(task, names, today(), paint)}`).join('\n');
}

function queryOf(args: readonly string[]): string {
  return args.length === 0 ? USUAL : args.join(' ');
}
