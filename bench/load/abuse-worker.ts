// A thread in which one abuser goes on without end (load-abuse.ts): says when it is prepared, begins when it is told to, and
// then tells its parent of each answer.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Account } from '#src/sync/testing/node-device.ts';
import { ABUSERS, type AbuserName } from './abusers.ts';

const { name, account } = workerData as { readonly name: AbuserName; readonly account: Account };
const tell = () => parentPort?.postMessage(null);
const begin = await ABUSERS.find((abuser) => abuser.name === name)?.prepare(account);
tell();
if (parentPort) await once(parentPort, 'message');
begin?.(tell);
