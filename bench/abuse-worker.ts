// A thread in which one abuser goes on without end (load-abuse.ts). It tells its parent of each answer.
import { parentPort, workerData } from 'node:worker_threads';
import type { Account } from '#src/sync/testing/node-device.ts';
import { ABUSERS, type AbuserName } from './abusers.ts';

const { name, account } = workerData as { readonly name: AbuserName; readonly account: Account };
await ABUSERS.find((abuser) => abuser.name === name)?.run(account, () => parentPort?.postMessage(null));
