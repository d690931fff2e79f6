import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AppDatabase, DatabasePlace } from '#src/server/db/database.ts';
import type { Exported, Wanted } from './exported-text.ts';

/** The input of export-thread.ts. */
export interface ThreadExport {
  readonly place: DatabasePlace;
  readonly wanted: Wanted;
}

/** The built server has it beside this module, as JavaScript. */
const THREAD = `export-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

/**
 * The export of exportedText, made in a thread with a connection of its own: all rows of a large account take seconds, and
 * nobody else waits for them. Rejects with the error of the thread.
 */
export async function exportInThread(
  { place }: Pick<AppDatabase, 'place'>,
  wanted: Wanted,
): Promise<Exported> {
  const workerData: ThreadExport = { place, wanted };
  const worker = new Worker(new URL(THREAD, import.meta.url), { name: 'export', workerData });
  const ended = once(worker, 'exit');
  const told = await Promise.race([once(worker, 'message'), ended.then(() => [])]);
  await ended;
  const [exported] = told as [Exported?];
  if (!exported) throw new Error('The thread of an export ended without a text.');
  return exported;
}
