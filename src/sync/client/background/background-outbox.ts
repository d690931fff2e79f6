import { newId } from '#src/domain/id.ts';
import type { TasksAround } from '#src/tables/task/complete-now.ts';
import type { Operation } from '#src/tables/operations.ts';
import { tasksIn } from '#src/tables/task/tasks-in.ts';
import { connect, joinTabs, startTimer } from '#src/sync/client/browser-parts.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { leadByWebLock } from '#src/sync/client/tabs/web-lock.ts';
import { sendStoredOutbox, type Sent } from './outbox-sender.ts';
import { addToStoredOutbox, readStoredOutbox } from './stored-outbox.ts';
import { readStoredView } from './stored-view.ts';

/**
 * Adds an operation to a user's outbox without a tab. Resolves once the mutation is stored and the tabs are told.
 * Checks neither the arguments nor the rows: tabs skip a mutation that cannot run, and the server decides. Throws
 * NoOutbox.
 */
export async function mutateInBackground(userId: string, operation: Operation): Promise<void> {
  const name = databaseName(userId);
  const seq = await addToStoredOutbox(name, { id: newId(), ...operation });
  const tabs = joinTabs(name, () => {});
  tabs.post({ type: 'saved', seqs: [seq] });
  tabs.close();
}

/** The user's tasks as this device shows them, read without a tab. Throws NoOutbox. */
export async function readTasksInBackground(userId: string): Promise<TasksAround> {
  return tasksIn(await readStoredView(databaseName(userId)));
}

let sending: Promise<unknown> = Promise.resolve();

/**
 * Sends the stored outbox (see sendStoredOutbox). Calls run one after the other, because a second sender would hear
 * from the first and leave its mutations to it.
 */
export function sendInBackground(userId: string): Promise<Sent> {
  const name = databaseName(userId);
  const sent = sending.then(() =>
    sendStoredOutbox({
      userId,
      joinTabs: (receive) => joinTabs(name, receive),
      lead: (events, steal) => leadByWebLock(name, events, steal),
      connect,
      startTimer,
      random: Math.random,
      now: Date.now,
      read: () => readStoredOutbox(name),
    }),
  );
  sending = sent.catch(() => {});
  return sent;
}
