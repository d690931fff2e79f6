// Makes the text of one export in a thread (see exportInThread).
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '#src/server/db/database.ts';
import type { ThreadExport } from './export-in-thread.ts';
import { exportedText } from './exported-text.ts';

const { place, wanted } = workerData as ThreadExport;
const database = openDatabase({ ...place, databasePool: 1 });
try {
  parentPort?.postMessage(await exportedText(database, wanted));
} finally {
  await database.close();
}
