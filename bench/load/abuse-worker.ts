// A thread with one endless abuser (abuse.ts). Reports when it is prepared, begins on command, and then
// reports each answer to its parent.
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
