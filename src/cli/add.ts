import { WrongUsage } from './failures.ts';
import { namesOf, today } from './read.ts';
import { clientOf, paintFor, print, readInput, type Session, type Values } from './session.ts';
import { taskLine } from './task-text.ts';

/** Adds a task for the line, or for each line of standard input. A line that is refused leaves those before it added. */
export async function add(session: Session, args: readonly string[], values: Values): Promise<void> {
  const lines = args.length > 0 ? [args.join(' ')] : (await readInput(session)).split(/\r?\n/);
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (texts.length === 0) throw new WrongUsage('There is no line to add.');
  const client = await clientOf(session);
  const ids: string[] = [];
  for (const text of texts) {
    const { id } = await client.write('POST', '/quick-add', { text });
    ids.push(id);
    await session.files.keepState({
      undo: {
        told: ids.length === 1 ? `Removed “${text}”.` : `Removed ${ids.length} tasks.`,
        requests: ids.map((each) => ({ method: 'DELETE', path: `/tasks/${each}` })),
      },
    });
  }
  const tasks = [];
  for (const id of ids) tasks.push(await client.task(id));
  if (values['json']) return print(session, JSON.stringify(tasks, null, 2));
  const names = await namesOf(client);
  for (const task of tasks) print(session, `Added  ${taskLine(task, names, today(), paintFor(session))}`);
}
