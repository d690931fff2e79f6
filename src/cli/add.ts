import { LIMITS } from '#src/domain/limits.ts';
import type { CliTask } from './client.ts';
import { CommandFailed, WrongUsage } from './failures.ts';
import { namesOf, today } from './read.ts';
import {
  clientOf,
  keepState,
  paintFor,
  print,
  printJson,
  readInput,
  tell,
  type Session,
  type Values,
} from './session.ts';
import { taskLine, type Names } from './task-text.ts';

interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * Adds a task for the line, or for each line of standard input, and prints each once it is added. They get the numbers after those
 * of the last list. A line that is rejected leaves those before it added.
 */
export async function add(session: Session, args: readonly string[], values: Values): Promise<void> {
  const lines = await linesOf(session, args);
  const client = await clientOf(session);
  const { listed } = await session.files.state();
  const tasks: CliTask[] = [];
  const versions: number[] = [];
  let names: Names | undefined;
  try {
    for (const [place, { number, text }] of lines.entries()) {
      const { id, version } = await client.write('POST', '/quick-add', { text }).catch((error: unknown) => {
        if (lines.length === 1 || !(error instanceof CommandFailed)) throw error;
        const before =
          place === 0 ? '' : ` ${place === 1 ? 'The task' : `The ${place} tasks`} before it stayed.`;
        throw new CommandFailed(
          `Line ${number} was not added, and none after it: “${text}”. ${error.message}${before}`,
          error.code,
          { cause: error },
        );
      });
      const ids = [...tasks.map((task) => task.id), id];
      versions.unshift(version);
      await keepState(session, {
        listed: [...listed, ...ids],
        undo: {
          told: ids.length === 1 ? `Removed “${text}”.` : `Removed ${ids.length} tasks.`,
          versions: [...versions],
        },
      });
      const task = await client.task(id);
      tasks.push(task);
      if (values['json']) continue;
      // The first task may have added the Inbox.
      names ??= await namesOf(client);
      const shown = listed.length + tasks.length;
      print(session, `Added  ${shown}  ${taskLine(task, names, today(), paintFor(session))}`);
    }
  } finally {
    if (values['json'] && tasks.length > 0) printJson(session, tasks);
  }
}

async function linesOf(session: Session, args: readonly string[]): Promise<readonly Line[]> {
  if (args.length === 0 && session.input.isTTY)
    tell(session, 'Write a task on each line, and end with Ctrl+D.');
  const texts =
    args.length > 0
      ? [args.join(' ').replaceAll(/\s*[\r\n]\s*/g, ' ')]
      : (await readInput(session)).split(/\r?\n/);
  const lines = texts
    .map((text, place) => ({ number: place + 1, text: text.trim() }))
    .filter(({ text }) => text !== '');
  for (const { number, text } of lines)
    if (text.length > LIMITS.taskName)
      throw new WrongUsage(
        `${lines.length > 1 ? `Line ${number}` : 'The line'} has ${text.length} characters, and the most are ${LIMITS.taskName}. Nothing was added.`,
      );
  if (lines.length === 0) throw new WrongUsage('There is no line to add.');
  return lines;
}
