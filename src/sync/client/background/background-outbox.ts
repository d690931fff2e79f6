import { newId } from '#src/domain/id.ts';
import type { TasksAround } from '#src/tables/task/complete-now.ts';
import { mutationOf, type Operation } from '#src/tables/operations.ts';
import { tasksIn } from '#src/tables/task/tasks-in.ts';
import { connect, joinTabs, startTimer } from '#src/sync/client/browser-parts.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { leadByWebLock } from '#src/sync/client/tabs/web-lock.ts';
import { sendStoredOutbox, type Sent } from './outbox-sender.ts';
import { addToStoredOutbox, readStoredOutbox, replaceInStoredOutbox } from './stored-outbox.ts';
import { readStoredView } from './stored-view.ts';

/**
 * Adds an operation to a user's outbox without a tab. It is on the disk before anything else happens. Then `amend` makes
 * the operation from the tasks of this device, and that one takes its place under the same id. When this fails, or the
 * worker ends before, the first one stays. Resolves once the tabs are told. Tabs skip a mutation that cannot run, and the
 * server decides. Throws InvalidValue, NoOutbox.
 */
export async function mutateInBackground(
  userId: string,
  operation: Operation,
  amend?: (tasks: TasksAround) => Operation,
): Promise<void> {
  const name = databaseName(userId);
  const first = mutationOf(newId(), operation);
  let seq = await addToStoredOutbox(name, first);
  try {
    const mutation = amend ? mutationOf(first.id, amend(tasksIn(await readStoredView(name)))) : first;
    if (JSON.stringify(mutation) !== JSON.stringify(first))
      seq = (await replaceInStoredOutbox(name, seq, mutation)) ?? seq;
  } catch {
    // The rows cannot be read, or the disk is full. The first mutation is stored.
  }
  const tabs = joinTabs(name, () => {});
  tabs.post({ type: 'saved', seqs: [seq] });
  tabs.close();
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
