import { setTimeout as wait } from 'node:timers/promises';

import type { Client, CliTask } from './client.ts';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { CommandFailed, WrongUsage } from './failures.ts';
import { clientOf, paintFor, print, type Session, type Values } from './session.ts';
import { byDay, taskLine, type Names } from './task-text.ts';

/** The query without one. */
const USUAL = 'overdue | today';
/** The shortest and longest wait before a watch connects again, ms. */
const WAITS = [1_000, 60_000] as const;
const CLEAR_SCREEN = '\u001B[2J\u001B[3J\u001B[H';

export async function list(session: Session, args: readonly string[], values: Values): Promise<void> {
  const client = await clientOf(session);
  if (values['all'] && args.length > 0) throw new WrongUsage('--all goes without a query.');
  const tasks = await found(client, values['all'] ? null : queryOf(args));
  await session.files.keepState({ listed: tasks.map(({ id }) => id) });
  if (values['json']) return print(session, JSON.stringify(tasks, null, 2));
  await printTasks(session, client, tasks);
}

/** Lists again after each change. A connection that ends is made anew. */
export async function watch(session: Session, args: readonly string[], values: Values): Promise<void> {
  const client = await clientOf(session);
  const show = async () => {
    const tasks = await found(client, queryOf(args));
    await session.files.keepState({ listed: tasks.map(({ id }) => id) });
    if (session.out.isTTY) session.out.write(CLEAR_SCREEN);
    await printTasks(session, client, tasks);
  };
  let pause: number = WAITS[0];
  while (!session.signal.aborted) {
    try {
      // The stream begins before the list is read, so that no change falls between them.
      const events = client.events(session.signal);
      const first = events.next();
      if (!values['json']) await show();
      for (let event = await first; !event.done; event = await events.next()) {
        pause = WAITS[0];
        if (values['json']) print(session, JSON.stringify(event.value));
        else await show();
      }
    } catch (error) {
      if (session.signal.aborted) return;
      if (
        error instanceof CommandFailed &&
        error.code !== 'UNREACHABLE' &&
        error.code !== 'TOO_MANY_REQUESTS'
      )
        throw error;
    }
    await wait(pause, undefined, { signal: session.signal }).catch(() => undefined);
    pause = Math.min(2 * pause, WAITS[1]);
  }
}

export async function exportTasks(session: Session, _args: readonly string[], values: Values): Promise<void> {
  const client = await clientOf(session);
  const text = await client.export(String(values['format'] ?? 'json'), textOf(values['query']));
  session.out.write(text);
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

async function printTasks(session: Session, client: Client, tasks: readonly CliTask[]): Promise<void> {
  if (tasks.length === 0) return print(session, 'No tasks.');
  const names = await namesOf(client);
  const paint = paintFor(session);
  const width = String(tasks.length).length;
  const lines = tasks.map(
    (task, place) => `${String(place + 1).padStart(width)}  ${taskLine(task, names, today(), paint)}`,
  );
  print(session, lines.join('\n'));
}

function queryOf(args: readonly string[]): string {
  return args.length === 0 ? USUAL : args.join(' ');
}

function textOf(value: Values[string]): string | null {
  return typeof value === 'string' ? value : null;
}
