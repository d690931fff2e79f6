import { newId } from '#src/domain/id.ts';
import type { TasksAround } from '#src/mutators/complete-now.ts';
import type { Operation } from '#src/mutators/index.ts';
import { tasksIn } from '#src/mutators/tasks-in.ts';
import { connect, joinTabs, startTimer } from '#src/sync/client/browser-parts.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { leadByWebLock } from '#src/sync/client/tabs/web-lock.ts';
import { sendStoredOutbox, type Sent } from './outbox-sender.ts';
import { addToStoredOutbox, readStoredOutbox } from './stored-outbox.ts';
import { readStoredView } from './stored-view.ts';

/**
 * Does something for a user without a tab: resolves once it is in the outbox that the tabs share, which are told. Neither the arguments
 * nor the rows are looked at: the tabs skip what cannot be done, and the server decides. Throws NoOutbox.
 */
export async function mutateInBackground(userId: string, operation: Operation): Promise<void> {
  const name = databaseName(userId);
  const seq = await addToStoredOutbox(name, { id: newId(), ...operation });
  const tabs = joinTabs(name, () => {});
  tabs.post({ type: 'saved', seqs: [seq] });
  tabs.close();
}

/** The tasks of a user as this device has them, without a tab. Throws NoOutbox. */
export async function readTasksInBackground(userId: string): Promise<TasksAround> {
  return tasksIn(await readStoredView(databaseName(userId)));
}

let sending: Promise<unknown> = Promise.resolve();

/** Sends what waits (see sendStoredOutbox), one user after the other: of two that ask for the lead here, one would leave it to the other. */
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
